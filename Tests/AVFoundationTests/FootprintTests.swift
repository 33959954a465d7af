import AVFoundation
import Synchronization
import TestSupport
import Testing

/// Transcoding again and again leaves nothing behind. In a process of its own, since what it holds is counted.
@Suite("What transcoding leaves behind")
struct FootprintTests {
  /// Until queues and libraries have what they keep.
  private static let warmUp = 10
  private static let rounds = Rounds.count(20, full: 100)

  /// Pictures and sound, through decoders and encoders or as they are.
  private static func transcode(_ name: String, _ mode: Mode, in folder: TemporaryFolder) throws {
    let url = folder.file("out.mov")
    let transfer = try Transfer(MediaFiles.fixture(name), to: url, mode)
    try transfer.run()
    try FileManager.default.removeItem(at: url)
  }

  /// Starts, appends a little, and leaves: by cancelling, or by letting go.
  private static func begin(_ round: Int, in folder: TemporaryFolder) throws {
    let transfer = try Transfer(MediaFiles.fixture("h264-aac.mov"), to: folder.file("out.mov"), .encoding)
    try transfer.start()
    for lane in transfer.lanes {
      for _ in 0..<4 {
        guard let sample = lane.output.copyNextSampleBuffer() else { break }
        lane.input.waitUntilReady()
        _ = lane.input.append(sample)
      }
    }
    if round % 2 == 0 { transfer.writer.cancelWriting() }
  }

  /// Runs the work often, and compares what the process holds before and after.
  private static func expectNothingLeft(_ work: (_ round: Int) throws -> Void) throws {
    for round in 0..<warmUp { try work(round) }
    let before = Footprint.settled
    for round in 0..<rounds { try work(round) }
    let after = Footprint.settled
    #expect(after.descriptors == before.descriptors)
    #expect(after.workers == 0)
    #expect(after.owners == 0)
  }

  @Test func `encoding leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try Self.expectNothingLeft { _ in try Self.transcode("h264-aac.mov", .encoding, in: folder) }
    }
  }

  @Test func `copying leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try Self.expectNothingLeft { _ in try Self.transcode("h264-aac.mov", .copying, in: folder) }
    }
  }

  /// Reads a composition of many segments, decoded, as stored and mixed, to its end or not.
  private static func readComposition(_ round: Int) throws {
    let composition = AVMutableComposition()
    let assets = ["h264-pcm.mov", "prores-pcm24.mov"].map { AVURLAsset(url: MediaFiles.fixture($0)) }
    for part in 0..<6 {
      let range = CMTimeRange(
        start: CMTime(value: Int64(part), timescale: 100), duration: CMTime(value: 5, timescale: 100))
      try composition.insertTimeRange(range, of: assets[part % 2], at: .invalid)
    }
    composition.scaleTimeRange(
      CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 10)), toDuration: CMTime(value: 1, timescale: 5))
    let reader = try AVAssetReader(asset: composition)
    let sounds = composition.tracks(withMediaType: .audio)
    var outputs: [AVAssetReaderOutput] = [AVAssetReaderAudioMixOutput(audioTracks: sounds, audioSettings: nil)]
    // A timecode track is not decoded.
    for track in composition.tracks where track.mediaType == .video || track.mediaType == .audio {
      outputs.append(AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
      outputs.append(AVAssetReaderTrackOutput(track: track, outputSettings: nil))
    }
    for output in outputs { reader.add(output) }
    guard reader.startReading() else { throw reader.error ?? ReadMedia.Failure(description: "reading does not start") }
    for output in outputs {
      for _ in 0..<(round % 3 == 0 ? 2 : Int.max) {
        if output.copyNextSampleBuffer() == nil { break }
      }
    }
    if round % 3 == 0 { reader.cancelReading() }
  }

  @Test func `reading compositions leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      try Self.expectNothingLeft { try Self.readComposition($0) }
    }
  }

  @Test func `leaving in the middle leaves nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try Self.expectNothingLeft { round in
        try Self.begin(round, in: folder)
        // The writer's own workers remove the file of one that was let go of.
        while !folder.names.isEmpty { Thread.sleep(forTimeInterval: 0.0005) }
      }
    }
  }

  /// Exports a clip, and cancels at a moment that the generator chooses; at 1 the export is complete.
  private static func export(
    _ preset: String, in folder: TemporaryFolder, _ generator: inout SeededGenerator
  ) throws {
    let asset = AVURLAsset(url: MediaFiles.fixture("h264-aac.mov"))
    guard let session = AVAssetExportSession(asset: asset, presetName: preset) else {
      throw Unexpected(what: "there is no preset \(preset)")
    }
    session.outputURL = folder.file("out.mp4")
    session.outputFileType = .mp4
    let moment = Float.random(in: 0...1.2, using: &generator)
    let done = DispatchSemaphore(value: 0)
    session.exportAsynchronously { done.signal() }
    while session.progress < min(moment, 1), session.status.rawValue <= AVAssetExportSession.Status.exporting.rawValue {
      Thread.sleep(forTimeInterval: 0.0002)
    }
    session.cancelExport()
    done.wait()
    let names = session.status == .completed ? ["out.mp4"] : []
    guard [.completed, .cancelled].contains(session.status), folder.names == names else {
      throw Unexpected(what: "\(preset) at \(moment): \(session.status), \(folder.names)")
    }
    for name in names { try FileManager.default.removeItem(at: folder.file(name)) }
  }

  @Test func `EX-67: exports that are cancelled at any moment leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      var generator = SeededGenerator(seed: 23)
      for preset in [AVAssetExportPresetPassthrough, AVAssetExportPresetLowQuality] {
        try Self.expectNothingLeft { _ in try Self.export(preset, in: folder, &generator) }
      }
    }
  }

  // MARK: Every container, every way to end

  /// How a writer ends.
  private enum Ending: CaseIterable {
    case finished, cancelled, letGo
    /// A second input cannot start.
    case refused
    /// Another file has taken the name meanwhile.
    case robbed
    /// Nothing was appended.
    case empty
    /// No session was opened.
    case withoutSession
  }

  private struct Unexpected: Error { let what: String }

  /// Sound as the container usually has it.
  private static func sound(in type: AVFileType) -> [String: Any] {
    guard let format = type.usualAudioFormat, format != kAudioFormatLinearPCM else {
      return Settings.pcm(isBigEndian: type.usesBigEndianPCM)
    }
    return [AVFormatIDKey: format, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
  }

  /// Writes a tenth of a second of sound by a request block, and ends.
  private static func write(_ type: AVFileType, _ ending: Ending, in folder: TemporaryFolder) throws {
    let url = folder.file("out." + type.fileExtensions[0])
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let title = AVMutableMetadataItem()
    (title.identifier, title.value) = (.commonIdentifierTitle, "A title" as NSString)
    writer.metadata = [title]
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: sound(in: type))
    writer.add(input)
    if ending == .refused {
      let other = AVAssetWriterInput(mediaType: .audio, outputSettings: sound(in: type))
      // A container of one track refuses the second; in others no chunk can be aligned so.
      other.preferredMediaChunkAlignment = 1 << 40
      writer.add(other)
      _ = writer.startWriting()
      if writer.status == .failed { return }
    } else if !writer.startWriting() {
      throw Unexpected(what: "\(type.rawValue) does not start: \(String(describing: writer.error))")
    }
    if ending != .withoutSession { writer.startSession(atSourceTime: .zero) }
    let fed = DispatchSemaphore(value: 0)
    let position = Mutex(0)
    if ending == .empty || ending == .withoutSession {
      fed.signal()
    } else {
      // The block keeps the input, as clients' blocks do; where writing is given up it never marks it finished.
      input.requestMediaDataWhenReady(on: DispatchQueue(label: "client")) {
        while input.isReadyForMoreMediaData {
          let start: Int = position.withLock { position in
            defer { position += 480 }
            return position
          }
          if start == 4800 { fed.signal() }
          if start >= 4800, ending == .finished || ending == .robbed { return input.markAsFinished() }
          guard let sample = try? ComputedMedia.audioSample(start: start, count: 480), input.append(sample) else {
            fed.signal()
            return
          }
        }
      }
    }
    fed.wait()
    switch ending {
    case .cancelled: writer.cancelWriting()
    case .letGo: break
    case .robbed:
      try Data().write(to: url)
      try? finishWriting(writer)
      guard writer.status == .failed else { throw Unexpected(what: "\(type.rawValue) replaced a file") }
    case .finished: try finishWriting(writer)
    case .refused, .empty, .withoutSession: try? finishWriting(writer)
    }
  }

  /// Writes several times, and compares what the process holds before and after.
  private static func expectNothingLeft(of type: AVFileType, _ ending: Ending, in folder: TemporaryFolder) throws {
    func round() throws {
      try write(type, ending, in: folder)
      // The writer's own workers remove the file of one that was let go of.
      while ending == .letGo, !folder.names.isEmpty { Thread.sleep(forTimeInterval: 0.0005) }
      for name in folder.names { try FileManager.default.removeItem(at: folder.file(name)) }
    }
    for _ in 0..<2 { try round() }
    let before = Footprint.settled
    for _ in 0..<Rounds.count(2, full: 20) { try round() }
    let after = Footprint.settled
    if after.owners != 0 || after.workers != 0 || after.descriptors != before.descriptors {
      throw Unexpected(what: "\(type.rawValue), \(ending): \(after), \(before.descriptors) descriptors before")
    }
  }

  @Test func `no container leaves anything behind, however writing ends`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      for type in AVFileType.writable {
        for ending in Ending.allCases { try Self.expectNothingLeft(of: type, ending, in: folder) }
      }
    }
  }

  @Test func `readers that are let go of in the middle leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      for name in ["h264-aac.mov", "h264-aac.mkv", "h264-aac.ts", "speech.mp3", "speech.opus"] {
        try Self.expectNothingLeft { round in
          let asset = AVURLAsset(url: MediaFiles.fixture(name))
          let reader = try AVAssetReader(asset: asset)
          let outputs = asset.tracks.map { track in
            AVAssetReaderTrackOutput(track: track, outputSettings: round % 2 == 0 ? nil : [:])
          }
          for output in outputs where reader.canAdd(output) { reader.add(output) }
          guard reader.startReading() else { return }
          for _ in 0..<5 { _ = outputs.first?.copyNextSampleBuffer() }
          if round % 3 == 0 { reader.cancelReading() }
        }
      }
    }
  }
}
