import AVFoundation
import CoreMedia
import Foundation
import Synchronization

// Pictures with their sound, as a client of the library plays them.
extension PlayBench {
  private struct CannotPlay: Error {
    let reason: (any Error)?
  }

  /// The end of an item. It has to be made before the item is played.
  private static func end(of item: AVPlayerItem) -> AsyncThrowingStream<Void, any Error> {
    AsyncThrowingStream { continuation in
      let center = NotificationCenter.default
      let end = AVPlayerItem.didPlayToEndTimeNotification
      let failure = AVPlayerItem.failedToPlayToEndTimeNotification
      _ = center.addObserver(forName: end, object: item, queue: nil) { _ in continuation.finish() }
      _ = center.addObserver(forName: failure, object: item, queue: nil) { _ in
        continuation.finish(throwing: CannotPlay(reason: nil))
      }
      let status = item.observe(\.status) { item, _ in
        if item.status == .failed { continuation.finish(throwing: CannotPlay(reason: item.error)) }
      }
      continuation.onTermination = { _ in status.invalidate() }
    }
  }

  private static func wait(for end: AsyncThrowingStream<Void, any Error>) async throws {
    for try await _ in end {}
  }

  /// Waits until an item was read so far that it can be played.
  private static func waitUntilReady(_ item: AVPlayerItem) async throws {
    let statuses = AsyncStream<AVPlayerItem.Status> { continuation in
      let status = item.observe(\.status, options: .initial) { item, _ in continuation.yield(item.status) }
      continuation.onTermination = { _ in status.invalidate() }
    }
    for await status in statuses where status != .unknown {
      if status == .failed { throw CannotPlay(reason: item.error) }
      return
    }
  }

  static func play(_ url: URL) async throws {
    let item = AVPlayerItem(url: url)
    let taken = Mutex<(count: Int64, first: Int64?)>((0, nil))
    let end = end(of: item)
    let player = AVPlayer(playerItem: item)
    let taker = PictureTaker(of: item, in: player) { picture in
      taken.withLock { $0 = ($0.count + 1, $0.first ?? picture.takenAt) }
    }
    player.play()
    try await wait(for: end)
    let (count, first) = taken.withLock { $0 }
    try tell(["pictures": count, "first_ns": first])
    withExtendedLifetime(taker) {}
  }

  /// Seeks where the time stands, until the picture of the place can be taken.
  static func seek(in url: URL, to places: [Double], rest: Double) async throws {
    let item = AVPlayerItem(url: url)
    let output = AVPlayerItemVideoOutput()
    item.add(output)
    let player = AVPlayer(playerItem: item)
    try await waitUntilReady(item)
    var seconds: [String: [Double]] = [:]
    for (name, tolerance) in [("exact", CMTime.zero), ("tolerant", .positiveInfinity)] {
      for place in places {
        // The worker is done with what the seek before left.
        try await Task.sleep(for: .seconds(rest))
        let begin = HostTime.now
        let time = CMTime(seconds: place, preferredTimescale: 1_000)
        let hasArrived = await player.seek(to: time, toleranceBefore: tolerance, toleranceAfter: tolerance)
        let picture = output.copyPixelBuffer(forItemTime: item.currentTime(), itemTimeForDisplay: nil)
        guard hasArrived, picture != nil else { throw CannotPlay(reason: item.error) }
        seconds[name, default: []].append(Double(HostTime.now - begin) / 1e9)
      }
    }
    try tell(seconds)
  }

  static func tellPictures(rate: Float, seconds: Double, _ url: URL) async throws {
    let item = AVPlayerItem(url: url)
    let lines = Mutex<[String]>([])
    let player = AVPlayer(playerItem: item)
    let taker = PictureTaker(of: item, in: player) { picture in
      guard let dueAt = picture.dueAt else { return }
      lines.withLock { $0.append("\(picture.takenAt) \(dueAt) \(picture.brightness)") }
    }
    player.rate = rate
    try await Task.sleep(for: .seconds(seconds))  // The time that is measured.
    player.pause()
    tell(lines.withLock { $0 })
    withExtendedLifetime(taker) {}
  }

  // MARK: What follows without a gap

  static func playQueue(_ urls: [URL]) async throws {
    let items = urls.map { AVPlayerItem(url: $0) }
    guard let last = items.last else { return }
    let lines = Mutex<[String]>([])
    let end = end(of: last)
    let player = AVQueuePlayer(items: items)
    let takers = items.enumerated().map { number, item in
      PictureTaker(of: item, in: player) { picture in
        lines.withLock { $0.append("\(number) \(picture.time.seconds) \(picture.dueAt ?? 0)") }
      }
    }
    player.play()
    try await wait(for: end)
    try await playOut()
    tell(lines.withLock { $0 })
    withExtendedLifetime(takers) {}
  }

  static func playLoop(_ count: Int, _ url: URL) async throws {
    let player = AVQueuePlayer()
    let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url))
    let turns = AsyncStream<Int> { continuation in
      let turn = looper.observe(\.loopCount) { looper, _ in continuation.yield(looper.loopCount) }
      continuation.onTermination = { _ in turn.invalidate() }
    }
    player.play()
    for await turn in turns where turn >= count { break }
    try await playOut()
    withExtendedLifetime(looper) {}
  }

  /// Waits until the device has played what it has: it tells the place that is heard to some thousandths of a second.
  private static func playOut() async throws { try await Task.sleep(for: .milliseconds(100)) }

  // MARK: What a reader decodes

  static func decodeSound(_ url: URL) async throws {
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsFloatKey: true,
      AVLinearPCMIsNonInterleaved: false,
    ]
    try await read(.audio, of: url, settings) { sample in
      FileHandle.standardOutput.write(try sample.dataBuffer?.dataBytes() ?? Data())
    }
  }

  static func tellPictureTimes(_ url: URL) async throws {
    var lines: [String] = []
    let settings = [String(kCVPixelBufferPixelFormatTypeKey): kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange]
    try await read(.video, of: url, settings) { lines.append("\($0.presentationTimeStamp.seconds)") }
    tell(lines)
  }

  private static func read(
    _ mediaType: AVMediaType, of url: URL, _ settings: [String: Any], _ take: (CMSampleBuffer) throws -> Void
  ) async throws {
    let asset = AVURLAsset(url: url)
    guard let track = try await asset.loadTracks(withMediaType: mediaType).first else { return }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    guard reader.startReading() else { throw CannotPlay(reason: reader.error) }
    while let sample = output.copyNextSampleBuffer() { try take(sample) }
    if let error = reader.error { throw error }
  }
}
