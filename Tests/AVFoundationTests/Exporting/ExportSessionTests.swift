import AVFoundation
import TestSupport
import Testing

/// An export session as its clients use it.
@Suite struct ExportSessionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func session(
    _ file: String = "h264-aac-small.mp4", _ preset: String = AVAssetExportPreset640x480
  ) throws -> AVAssetExportSession {
    try #require(AVAssetExportSession(asset: AVURLAsset(url: MediaFiles.fixture(file)), presetName: preset))
  }

  private func expectError(_ code: AVError.Code, _ words: String..., of work: () async throws -> Void) async {
    do {
      try await work()
      Issue.record("no error")
    } catch let error as AVError {
      #expect(error.code == code)
      for word in words { #expect(error.localizedDescription.contains(word), "\(error.localizedDescription)") }
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `EX-63: the older form calls its handler once, after status and error`() async throws {
    let session = try session()
    #expect(session.status == .unknown && session.error == nil && session.progress == 0)
    #expect(session.outputURL == nil && session.outputFileType == nil)
    session.outputURL = folder.file("out.mp4")
    session.outputFileType = .mp4
    let told = Told<AVAssetExportSession.Status>()
    let observation = session.observe(\.status, options: [.initial]) { session, _ in told.append(session.status) }
    await withCheckedContinuation { done in session.exportAsynchronously { done.resume() } }
    #expect(session.status == .completed && session.error == nil && session.progress == 1)
    #expect(told.values == [.unknown, .waiting, .exporting, .completed])
    #expect(folder.names == ["out.mp4"])
    observation.invalidate()
  }

  @Test func `EX-63: what cannot begin calls the handler before the call returns`() throws {
    let session = try session()
    session.outputFileType = .mov
    let told = Told<AVAssetExportSession.Status>()
    session.exportAsynchronously { told.append(session.status) }
    #expect(told.values == [.failed])
    #expect((session.error as? AVError)?.code == .operationNotAllowed)
  }

  @Test func `EX-61: the asynchronous form without an error leaves it in the session`() async throws {
    let asset = AVURLAsset(url: URL(fileURLWithPath: Files.corrupt("text.mov")))
    let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480))
    session.outputURL = folder.file("out.mov")
    session.outputFileType = .mov
    await session.export()
    #expect(session.status == .failed)
    #expect(session.error is AVError)
    #expect(folder.names.isEmpty)
  }

  @Test func `EX-32: a file that exists stays as it is`() async throws {
    try folder.write("mine", to: "out.mov")
    let session = try session()
    await expectError(.fileAlreadyExists, "out.mov") {
      try await session.export(to: folder.file("out.mov"), as: .mov)
    }
    #expect(session.status == .failed)
    #expect(try folder.read("out.mov") == "mine")
    #expect(folder.names == ["out.mov"])
  }

  @Test func `EX-33: an extension of another kind of file is refused`() async throws {
    for (name, type) in [("out.wav", .mov), ("out", .mov), ("out.mp4", .mkv)] as [(String, AVFileType)] {
      let session = try session("h264-aac-small.mp4", AVAssetExportPresetPassthrough)
      await expectError(.invalidOutputURLPathExtension, name) {
        try await session.export(to: folder.file(name), as: type)
      }
    }
    // Movies of each type have names of the others.
    try await session().export(to: folder.file("out.mp4"), as: .mov)
    #expect(folder.names == ["out.mp4"])
  }

  @Test func `EX-36: a range that holds nothing of the asset is an error`() async throws {
    for range in [
      CMTimeRange(start: CMTime(value: 100, timescale: 1), duration: .positiveInfinity),
      CMTimeRange(start: CMTime(value: 100, timescale: 1), duration: CMTime(value: 1, timescale: 1)),
      CMTimeRange(start: .zero, duration: .zero), .invalid,
    ] {
      let session = try session()
      session.timeRange = range
      await expectError(.exportFailed, "time range") { try await session.export(to: folder.file("out.mov"), as: .mov) }
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `EX-52: a folder for temporary files is used, and one that is none is an error`() async throws {
    let session = try session()
    session.directoryForTemporaryFiles = folder.file("missing")
    do {
      try await session.export(to: folder.file("out.mov"), as: .mov)
      Issue.record("no error")
    } catch { #expect(error is AVError) }
    #expect(folder.names.isEmpty)
    let other = try TemporaryFolder()
    let second = try self.session()
    second.directoryForTemporaryFiles = other.url
    try await second.export(to: folder.file("out.mov"), as: .mov)
    #expect(other.names.isEmpty && folder.names == ["out.mov"])
  }

  @Test func `EX-62, EX-66: progress is told, never becomes less, and ends with the export`() async throws {
    let session = try session("h264-aac.mov", AVAssetExportPresetHEVCHighestQuality)
    let following = Task {
      var states: [String] = []
      var fractions: [Double] = []
      for await state in session.states(updateInterval: 0.01) {
        switch state {
        case .pending: states.append("pending")
        case .waiting: states.append("waiting")
        case .exporting(let progress):
          if states.last != "exporting" { states.append("exporting") }
          fractions.append(progress.fractionCompleted)
        }
      }
      return (states, fractions)
    }
    try await session.export(to: folder.file("out.mov"), as: .mov)
    let (states, fractions) = await following.value
    #expect(states.last == "exporting" && Set(states).count == states.count)
    #expect(fractions == fractions.sorted())
    #expect(fractions.count > 2 && Set(fractions).count > 2)
    #expect(fractions.allSatisfy { (0...1).contains($0) })
    #expect(session.progress == 1)
    // After the end there is nothing to follow.
    for await _ in session.states() { Issue.record("a state after the end") }
  }

  @Test func `EX-66: following a session that never starts ends with the task or the session`() async throws {
    let told = Told<String>()
    var session: AVAssetExportSession? = try session()
    let states = try #require(session?.states())
    let (first, second) = (
      Task { for await state in states { told.append("\(state)") } },
      Task { for await state in states { told.append("\(state)") } }
    )
    while told.values.count < 2 { await Task.yield() }
    first.cancel()
    await first.value
    session = nil
    await second.value
    #expect(told.values == ["pending", "pending"])
  }

  @Test func `EX-64, EX-65: a task that is cancelled throws, and leaves no file`() async throws {
    let session = try session("h264-aac.mov", AVAssetExportPresetHEVCHighestQuality)
    let url = folder.file("out.mov")
    let export = Task { try await session.export(to: url, as: .mov) }
    for await state in session.states(updateInterval: 0.002) {
      if case .exporting(let progress) = state, progress.completedUnitCount > 0 { break }
    }
    export.cancel()
    await #expect(throws: CancellationError.self) { try await export.value }
    #expect(session.status == .cancelled)
    #expect((session.error as? AVError)?.code == .operationCancelled)
    #expect(folder.names.isEmpty)
  }

  @Test func `EX-65: a session that is cancelled before it starts never does`() async throws {
    let session = try session()
    session.cancelExport()
    session.cancelExport()
    #expect(session.status == .cancelled)
    await #expect(throws: CancellationError.self) { try await session.export(to: folder.file("out.mov"), as: .mov) }
    session.outputFileType = .mov
    session.outputURL = folder.file("out.mov")
    let told = Told<AVAssetExportSession.Status>()
    session.exportAsynchronously { told.append(session.status) }
    #expect(told.values == [.cancelled])
    #expect(folder.names.isEmpty)
  }

  @Test func `EX-53, EX-55: estimates are near the size that comes out`() async throws {
    for (file, preset) in [
      ("h264-aac.mov", AVAssetExportPresetPassthrough), ("speech.wav", AVAssetExportPresetAppleM4A),
    ] {
      let session = try session(file, preset)
      let estimate = try await session.estimatedOutputFileLengthInBytes
      let type = session.supportedFileTypes[0]
      let name = "\(preset).\(type.fileExtensions[0])"
      try await session.export(to: folder.file(name), as: type)
      let size = try folder.file(name).resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
      let ratio = Double(estimate) / Double(size)
      #expect((0.8...1.3).contains(ratio), "\(file) \(estimate) \(size)")
    }
    let copying = try session("h264-aac.mov", AVAssetExportPresetPassthrough)
    #expect(copying.estimatedOutputFileLength == 0)
    let sized = try session("h264-aac.mov")
    #expect(sized.estimatedOutputFileLength == 0)
    sized.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
    let two = sized.estimatedOutputFileLength
    #expect(two > 0)
    sized.timeRange.duration = CMTime(value: 4, timescale: 1)
    #expect(sized.estimatedOutputFileLength == 2 * two)
    // A range may be longer than every asset.
    sized.timeRange.duration = CMTime(value: .max, timescale: 1)
    #expect(sized.estimatedOutputFileLength == .max)
    #expect(try await sized.estimatedOutputFileLengthInBytes > 0)
  }

  @Test func `EX-54: the longest duration is the part's, or what fits into the limit`() async throws {
    let session = try session("h264-aac.mov", AVAssetExportPresetPassthrough)
    let duration = session.asset.duration
    #expect(try await session.estimatedMaximumDuration == duration)
    #expect(session.maxDuration == duration)
    session.fileLengthLimit = try await session.estimatedOutputFileLengthInBytes / 2
    let half = try await session.estimatedMaximumDuration
    #expect(half > .zero && half.seconds < duration.seconds * 0.6)
    let missing = try #require(
      AVAssetExportSession(
        asset: AVURLAsset(url: folder.file("missing.mov")), presetName: AVAssetExportPresetPassthrough))
    await #expect(throws: AVError.self) { try await missing.estimatedMaximumDuration }
    let answer = await withCheckedContinuation { done in
      missing.estimateOutputFileLength { length, error in done.resume(returning: (length, error is AVError)) }
    }
    #expect(answer == (0, true))
    let longest = await withCheckedContinuation { done in
      missing.estimateMaximumDuration { time, error in done.resume(returning: (time.isValid, error is AVError)) }
    }
    #expect(longest == (false, true))
  }

  @Test(arguments: [false, true])
  func `EX-50, EX-51: the file keeps to its limit, in one pass and in several`(makesPasses: Bool) async throws {
    let session = try session("h264-aac.mov", AVAssetExportPresetHighestQuality)
    session.fileLengthLimit = 120_000
    session.canPerformMultiplePassesOverSourceMediaData = makesPasses
    try await session.export(to: folder.file("out.mp4"), as: .mp4)
    let size = try folder.file("out.mp4").resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
    #expect(size <= 126_000 && size > 90_000, "\(size)")
    #expect(session.progress == 1)
  }

  @Test func `EX-50, EX-51: a limit with room for uncompressed pictures changes nothing`() async throws {
    func pictures(limit: Int64, makesPasses: Bool) async throws -> [[UInt8]] {
      let session = try session("h264-aac-small.mp4", AVAssetExportPresetMediumQuality)
      session.fileLengthLimit = limit
      session.canPerformMultiplePassesOverSourceMediaData = makesPasses
      let url = folder.file("\(limit) \(makesPasses).mov")
      try await session.export(to: url, as: .mov)
      return try ReadMedia.stored(url, .video).map(\.bytes)
    }
    let usual = try await pictures(limit: 0, makesPasses: false)
    for limit in [4_000_000_000, Int64.max] {
      #expect(try await pictures(limit: limit, makesPasses: false) == usual)
      #expect(try await pictures(limit: limit, makesPasses: true) == usual)
    }
  }

  @Test func `EX-50: a limit that nothing can keep to is an error before anything is written`() async throws {
    for preset in [AVAssetExportPresetPassthrough, AVAssetExportPresetHighestQuality] {
      let session = try session("h264-aac.mov", preset)
      session.fileLengthLimit = 20_000
      await expectError(.maximumFileSizeReached, "20000 bytes") {
        try await session.export(to: folder.file("out.mov"), as: .mov)
      }
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `EX-40, EX-41: metadata is the asset's, filtered, or the client's alone`() async throws {
    func export(_ name: String, _ configure: (AVAssetExportSession) -> Void) async throws -> [AVMetadataItem] {
      let session = try session("many-facts.mov", AVAssetExportPresetPassthrough)
      configure(session)
      try await session.export(to: folder.file(name), as: .mov)
      return AVURLAsset(url: folder.file(name)).metadata
    }
    let source = AVURLAsset(url: MediaFiles.fixture("many-facts.mov")).metadata.compactMap(\.identifier)
    let whole = try await export("whole.mov") { _ in }.compactMap(\.identifier)
    #expect(whole.count > 5 && Set(whole).isSubset(of: Set(source)))
    #expect(whole.contains(.quickTimeMetadataLocationISO6709))
    let shared = try await export("shared.mov") { $0.metadataItemFilter = .forSharing() }.compactMap(\.identifier)
    #expect(!shared.contains(.quickTimeMetadataLocationISO6709) && shared.count < whole.count)
    let title = AVMutableMetadataItem()
    (title.identifier, title.value) = (.commonIdentifierTitle, "Mine" as NSString)
    let own = try await export("own.mov") { session in
      session.metadata = [title]
      session.metadataItemFilter = .forSharing()
    }
    #expect(own.map(\.stringValue) == ["Mine"])
  }

  @Test func `EX-42, EX-43: alternatives are left out, or pass through as they are`() async throws {
    for (handling, count) in [([], 1), (.preserveAlternateTracks, 2)] as [(AVAssetTrackGroupOutputHandling, Int)] {
      let session = try session("h264-two-audio.mp4")
      session.audioTrackGroupHandling = handling
      try await session.export(to: folder.file("\(count).mp4"), as: .mp4)
      let made = AVURLAsset(url: folder.file("\(count).mp4"))
      #expect(made.tracks(withMediaType: .audio).count == count)
      #expect(made.tracks(withMediaType: .video).count == 1)
      #expect(made.trackGroups.count == count - 1)
      #expect(made.tracks(withMediaType: .audio).map(\.isEnabled) == [true, false].prefix(count).map { $0 })
    }
    let source = try ReadMedia.stored(MediaFiles.fixture("h264-two-audio.mp4"), .audio, 1)
    #expect(try ReadMedia.stored(folder.file("2.mp4"), .audio, 1).map(\.bytes) == source.map(\.bytes))
  }

  /// Stored samples begin where a picture does: readers leave out one that an edit list cuts.
  @Test(arguments: [(AVAssetExportPresetPassthrough, 38_038), (AVAssetExportPreset640x480, 37_500)])
  func `EX-35: a part begins and ends at its times`(preset: String, start: Int) async throws {
    let session = try session("h264-aac.mov", preset)
    let part = CMTimeRange(
      start: CMTime(value: Int64(start), timescale: 30_000), duration: CMTime(value: 45 * 1001, timescale: 30_000))
    session.timeRange = part
    try await session.export(to: folder.file("part.mov"), as: .mov)
    let asset = AVURLAsset(url: folder.file("part.mov"))
    #expect(abs(asset.duration.seconds - part.duration.seconds) < 0.002)
    let times = try ReadMedia.pictureTimes(folder.file("part.mov"))
    let source = try ReadMedia.pictureTimes(MediaFiles.fixture("h264-aac.mov")).map { ($0 - part.start).seconds }
    // The picture that is shown when the part begins is shown from there.
    let expected = source.indices.filter { index in
      (index + 1 < source.count ? source[index + 1] : .infinity) > 0.0005
        && source[index] < part.duration.seconds - 0.0005
    }.map { max(0, source[$0]) }
    #expect(times.count == expected.count)
    #expect(zip(times, expected).allSatisfy { abs($0.seconds - $1) < 0.002 })
    let sound = try ReadMedia.sound(folder.file("part.mov"))
    #expect(abs(Double(sound.count) / sound.rate - part.duration.seconds) < 0.025)
  }

  /// Makes a composition of one track of sound.
  private static func sound(_ parts: [(name: String, hundredths: Int64)]) throws -> AVComposition {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 1))
    for (name, hundredths) in parts {
      let (asset, source) = try ReadMedia.track(MediaFiles.fixture(name), .audio)
      let range = CMTimeRange(start: .zero, duration: CMTime(value: hundredths, timescale: 100))
      try withExtendedLifetime(asset) { try track.insertTimeRange(range, of: source, at: .invalid) }
    }
    return composition
  }

  @Test(arguments: [("pcm24-stereo.wav", "speech.wav"), ("h264-aac.mov", "speech.wav"), ("speech.wav", "speech.m4a")])
  func `EX-06: linear PCM that is joined to sound of another form is encoded`(
    first: String, second: String
  ) async throws {
    let composition = try Self.sound([(first, 30), (second, 50)])
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetPassthrough))
    let url = folder.file("joined.mov")
    try await session.export(to: url, as: .mov)
    let sound = try ReadMedia.sound(url)
    #expect(abs(Double(sound.count) / sound.rate - 0.8) < 0.001)
    let heard = try Tool.ffmpeg.run(["-v", "error", "-i", url.path, "-ac", "1", "-ar", "8000", "-f", "s16le", "-"])
    // Players may let the last packet sound to its end.
    #expect(abs(heard.bytes.count / 2 - 6400) <= 200)
  }

  @Test func `EX-06: linear PCM that is joined to its like is stored as it is`() async throws {
    let session = try #require(
      AVAssetExportSession(
        asset: try Self.sound([("speech.wav", 30), ("speech.wav", 50)]), presetName: AVAssetExportPresetPassthrough))
    try await session.export(to: folder.file("joined.mov"), as: .mov)
    let (asset, written) = try ReadMedia.track(folder.file("joined.mov"), .audio)
    #expect(written.format.mediaSubType == .linearPCM && abs(asset.duration.seconds - 0.8) < 0.001)
  }

  @Test func `EX-44: the pitch algorithm is spectral until another is set`() throws {
    let session = try session()
    #expect(session.audioTimePitchAlgorithm == .spectral)
    session.audioTimePitchAlgorithm = .varispeed
    #expect(session.audioTimePitchAlgorithm == .varispeed)
    #expect(session.allowsParallelizedExport && !session.shouldOptimizeForNetworkUse)
    #expect(!session.canPerformMultiplePassesOverSourceMediaData && session.directoryForTemporaryFiles == nil)
    #expect(session.timeRange == CMTimeRange(start: .zero, duration: .positiveInfinity))
    #expect(session.metadata == nil && session.metadataItemFilter == nil && session.fileLengthLimit == 0)
  }

  @Test func `EX-34: damaged and missing sources end in an error, and leave nothing`() async throws {
    for name in ["zero-length.mov", "text.mov", "moov-cut.mp4", "mdat-cut.mp4", "moov-flipped.mp4", "stsc-zero.mp4"] {
      for preset in [AVAssetExportPresetPassthrough, AVAssetExportPreset640x480] {
        let asset = AVURLAsset(url: URL(fileURLWithPath: Files.corrupt(name)))
        let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
        do {
          try await session.export(to: folder.file("out.mov"), as: .mov)
          #expect(folder.names == ["out.mov"], "\(name)")
          try FileManager.default.removeItem(at: folder.file("out.mov"))
        } catch {
          // The asset's own error, and not one of the range that it does not have.
          #expect(((error as? AVError)?.code).map { $0 != .exportFailed } ?? false, "\(name): \(error)")
          #expect(folder.names.isEmpty, "\(name)")
        }
      }
    }
  }
}
