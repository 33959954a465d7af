import AVFoundation

/// A program that takes the red out of a movie's pictures and leaves everything else as it is, in the form of Apple's
/// sample code for reading and writing offline: an asynchronous operation; the tracks loaded by a key; a second reader that
/// looks at the first picture, for the format hint; a queue for each track, and a group that waits for all of them.
final class CyanOperation: Operation, @unchecked Sendable {
  enum Result {
    case success
    case cancellation
    case failure(Error)
  }

  enum CyanError: Error {
    case noMediaData
    case notLockable(CVReturn)
  }

  private typealias Lane = (output: AVAssetReaderTrackOutput, input: AVAssetWriterInput)

  private let asset: AVAsset
  private let outputURL: URL
  private var transferError: Error?

  private(set) var result: Result? {
    willSet {
      willChangeValue(forKey: "isExecuting")
      willChangeValue(forKey: "isFinished")
    }
    didSet {
      didChangeValue(forKey: "isExecuting")
      didChangeValue(forKey: "isFinished")
    }
  }

  init(sourceURL: URL, outputURL: URL) {
    asset = AVAsset(url: sourceURL)
    self.outputURL = outputURL
  }

  override var isAsynchronous: Bool { true }
  override var isExecuting: Bool { result == nil }
  override var isFinished: Bool { result != nil }

  override func start() {
    if isCancelled { return finish(.cancellation) }
    asset.loadValuesAsynchronously(forKeys: ["tracks"]) {
      if self.isCancelled { return self.finish(.cancellation) }
      do {
        var loadingError: NSError?
        guard self.asset.statusOfValue(forKey: "tracks", error: &loadingError) == .loaded else { throw loadingError! }
        try self.transfer()
      } catch {
        self.finish(.failure(error))
      }
    }
  }

  private func transfer() throws {
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: outputURL, fileType: .mov)
    let tracks = asset.tracks.filter { writer.availableMediaTypes.contains($0.mediaType) }
    let pictures = try pictureLanes(tracks.filter { $0.mediaType == .video })
    let others = try otherLanes(tracks.filter { $0.mediaType != .video })
    for lane in pictures + others {
      reader.add(lane.output)
      writer.add(lane.input)
    }
    if FileManager.default.fileExists(atPath: outputURL.path) { try FileManager.default.removeItem(at: outputURL) }
    guard reader.startReading() else { throw reader.error! }
    guard writer.startWriting() else { throw writer.error! }
    writer.startSession(atSourceTime: CMTime.zero)

    let group = DispatchGroup()
    for lane in pictures {
      group.enter()
      copy(lane, process: { try self.takeRedOut(of: $0) }, completion: { group.leave() })
    }
    for lane in others {
      group.enter()
      copy(lane, process: nil, completion: { group.leave() })
    }
    group.notify(queue: DispatchQueue.global()) { self.complete(reader, writer) }
  }

  private func pictureLanes(_ tracks: [AVAssetTrack]) throws -> [Lane] {
    let decompression: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32ARGB,
      kCVPixelBufferIOSurfacePropertiesKey as String: [String: Any](),
    ]
    let outputs = tracks.map { AVAssetReaderTrackOutput(track: $0, outputSettings: decompression) }
    let scout = try AVAssetReader(asset: asset)
    let scouting = outputs.map { AVAssetReaderTrackOutput(track: $0.track, outputSettings: $0.outputSettings) }
    for output in scouting { scout.add(output) }
    guard scout.startReading() else { throw scout.error! }
    let lanes: [Lane] = try zip(outputs, scouting).map { output, scouting in
      var hint: CMFormatDescription?
      while hint == nil {
        guard let sample = scouting.copyNextSampleBuffer() else { throw CyanError.noMediaData }
        hint = CMSampleBufferGetFormatDescription(sample)
      }
      let compression: [String: Any] = [AVVideoCodecKey: AVVideoCodecType.h264]
      return (
        output, AVAssetWriterInput(mediaType: AVMediaType.video, outputSettings: compression, sourceFormatHint: hint)
      )
    }
    scout.cancelReading()
    return lanes
  }

  private func otherLanes(_ tracks: [AVAssetTrack]) throws -> [Lane] {
    try tracks.map { track in
      // As Apple's sample code has it: a track's format descriptions are nothing else.
      let formats = track.formatDescriptions as! [CMFormatDescription]
      guard let hint = formats.first else { throw CyanError.noMediaData }
      return (
        AVAssetReaderTrackOutput(track: track, outputSettings: nil),
        AVAssetWriterInput(mediaType: track.mediaType, outputSettings: nil, sourceFormatHint: hint)
      )
    }
  }

  private func copy(
    _ lane: Lane, process: (@Sendable (CMSampleBuffer) throws -> Void)?, completion: @escaping @Sendable () -> Void
  ) {
    let queue = DispatchQueue(label: "\(lane.output) -> \(lane.input)")
    lane.input.requestMediaDataWhenReady(on: queue) {
      while lane.input.isReadyForMoreMediaData {
        guard !self.isCancelled, let sample = lane.output.copyNextSampleBuffer() else {
          lane.input.markAsFinished()
          return completion()
        }
        do {
          try process?(sample)
        } catch {
          self.transferError = error
          lane.input.markAsFinished()
          return completion()
        }
        // The writer keeps the reason of a failure.
        guard lane.input.append(sample) else {
          lane.input.markAsFinished()
          return completion()
        }
      }
    }
  }

  private func takeRedOut(of sample: CMSampleBuffer) throws {
    guard let buffer = CMSampleBufferGetImageBuffer(sample), CFGetTypeID(buffer) == CVPixelBufferGetTypeID() else {
      return
    }
    let locked = CVPixelBufferLockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0))
    guard locked == kCVReturnSuccess else { throw CyanError.notLockable(locked) }
    defer { CVPixelBufferUnlockBaseAddress(buffer, CVPixelBufferLockFlags(rawValue: 0)) }
    guard let base = CVPixelBufferGetBaseAddress(buffer) else { return }
    let bytesPerRow = CVPixelBufferGetBytesPerRow(buffer)
    for row in 0..<CVPixelBufferGetHeight(buffer) {
      let pixels = base.advanced(by: row * bytesPerRow).assumingMemoryBound(to: UInt8.self)
      // Alpha, red, green, blue.
      for column in 0..<CVPixelBufferGetWidth(buffer) { pixels[4 * column + 1] = 0 }
    }
  }

  private func complete(_ reader: AVAssetReader, _ writer: AVAssetWriter) {
    if isCancelled {
      reader.cancelReading()
      writer.cancelWriting()
      return finish(.cancellation)
    }
    guard transferError == nil, reader.status != .failed, writer.status != .failed else {
      reader.cancelReading()
      writer.cancelWriting()
      return finish(.failure(transferError ?? reader.error ?? writer.error!))
    }
    writer.finishWriting {
      switch writer.status {
      case .completed: self.finish(.success)
      default: self.finish(.failure(writer.error!))
      }
    }
  }

  private func finish(_ result: Result) { self.result = result }
}
