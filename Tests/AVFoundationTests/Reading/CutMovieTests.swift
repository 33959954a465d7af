import AVFoundation
import TestSupport
import Testing

/// Movies that end too early and have their index in front: what lies before the first missing sample can be read.
@Suite("Cut movies")
struct CutMovieTests {
  /// A movie with pictures and sound that was cut, and what is left of its pictures.
  private struct CutMovie {
    let url: URL
    let copy: DamagedCopy
    let whole: WholePictures
    /// The number of pictures that are there, in decode order.
    let count: Int
    /// The earliest time of a picture that is missing.
    let end: CMTime

    init(_ part: Double) throws {
      let copy = try DamagedCopy("h264-aac-small.mp4", seed: 0)
      let whole = try WholePictures(copy.original)
      let ends = copy.ends(of: whole.packets)
      let size = Int(Double(copy.bytes.count) * part)
      copy.cut(after: size)
      let count = try #require(ends.firstIndex { $0 > size })
      let times = whole.packets[count...].map(\.time)
      end = try #require(times.min())
      try #require(count > 5)
      (self.copy, self.whole, self.count) = (copy, whole, count)
      url = try copy.write()
    }
  }

  private static func reading(
    _ url: URL, _ type: AVMediaType, _ settings: [String: Any]?, in range: CMTimeRange? = nil
  ) throws -> (samples: [CMSampleBuffer], error: NSError?) {
    let (asset, track) = try ReadMedia.track(url, type)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    reader.add(output)
    if let range { reader.timeRange = range }
    #expect(reader.startReading())
    var samples: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
    #expect(reader.status == (reader.error == nil ? .completed : .failed))
    return (samples, reader.error as NSError?)
  }

  @Test(arguments: [0.4, 0.7, 0.9])
  func `pictures are vended up to the first that is missing`(part: Double) throws {
    let cut = try CutMovie(part)
    let stored = try Self.reading(cut.url, .video, nil)
    #expect(try stored.samples.map(RangeReading.Stored.init) == Array(cut.whole.packets.prefix(cut.count)))
    let decoded = try Self.reading(cut.url, .video, [:])
    #expect(
      try decoded.samples.map(RangeReading.Picture.init) == cut.whole.pictures.filter { $0.time < cut.end })
    for error in [stored.error, decoded.error] {
      let error = try #require(error)
      #expect(error.code == AVError.failedToLoadMediaData.rawValue)
      #expect((error.userInfo[AVErrorTimeKey] as? NSValue)?.timeValue == cut.end)
      #expect(error.localizedFailureReason?.contains("sample \(cut.count) at") == true)
    }
  }

  @Test func `pictures that a filter holds come before the first that is missing`() throws {
    let cut = try CutMovie(0.7)
    let (asset, track) = try ReadMedia.track(cut.url, .video)
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    output.deinterlaces = true
    reader.add(output)
    #expect(reader.startReading())
    var times: [CMTime] = []
    while let sample = output.copyNextSampleBuffer() { times.append(sample.presentationTimeStamp) }
    #expect(times == cut.whole.pictures.map(\.time).filter { $0 < cut.end })
    #expect(reader.status == .failed)
  }

  @Test func `a movie in fragments that ends within the header of one has all pictures before it`() throws {
    let whole = try Data(contentsOf: MediaFiles.fixture("h264-fragmented.mp4"))
    let header = try #require(whole.range(of: Data("moof".utf8), options: .backwards)).upperBound
    let folder = try TemporaryFolder()
    try whole.prefix(header + 40).write(to: folder.file("cut.mp4"))
    let stored = try Self.reading(folder.file("cut.mp4"), .video, nil)
    let decoded = try Self.reading(folder.file("cut.mp4"), .video, [:])
    #expect(stored.samples.count > 40 && stored.error != nil)
    #expect(decoded.samples.map(\.presentationTimeStamp) == stored.samples.map(\.presentationTimeStamp).sorted())
    #expect(decoded.error?.localizedFailureReason == stored.error?.localizedFailureReason)
  }

  /// The error is the one that reading ends with.
  @Test func `AR-05: a reader that needs all samples does not start, wherever the missing ones are`() throws {
    let cut = try CutMovie(0.7)
    let late = try Self.reading(cut.url, .video, [:]).error
    let (asset, track) = try ReadMedia.track(cut.url, .video)
    let reader = try AVAssetReader(asset: asset)
    reader.requiresAllSamples = true
    reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 10))
    reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
    #expect(!reader.startReading())
    let early = try #require(reader.error as NSError?)
    #expect(early.code == late?.code && early.localizedFailureReason == late?.localizedFailureReason)
  }

  @Test(arguments: [true, false])
  func `a range that ends before the first missing picture is as it is in the whole file`(isDecoding: Bool) throws {
    let settings: [String: Any]? = isDecoding ? [:] : nil
    let cut = try CutMovie(0.7)
    let last = try #require(cut.whole.pictures.last { $0.time < cut.end }).time
    for range in [
      CMTimeRange(start: .zero, end: cut.end), CMTimeRange(start: .zero, end: last),
      CMTimeRange(start: CMTime(value: 1, timescale: 5), end: cut.end), CMTimeRange(start: last, end: cut.end),
    ] {
      let whole = try Self.reading(cut.copy.original, .video, settings, in: range)
      let found = try Self.reading(cut.url, .video, settings, in: range)
      #expect(found.error == nil, "\(range.start.seconds)–\(range.end.seconds)")
      if isDecoding {
        #expect(try found.samples.map(RangeReading.Picture.init) == whole.samples.map(RangeReading.Picture.init))
      } else {
        // Pictures behind the range that come with it in decode order need not be there.
        let shown = try found.samples.map(RangeReading.Stored.init).filter { $0.time < range.end }
        #expect(try shown == whole.samples.map(RangeReading.Stored.init).filter { $0.time < range.end })
      }
    }
    // One that begins with the last picture and goes on behind it has that picture.
    let open = CMTimeRange(start: last, duration: .positiveInfinity)
    let (samples, error) = try Self.reading(cut.url, .video, settings, in: open)
    #expect(samples.contains { $0.presentationTimeStamp == last } && error != nil)
  }

  @Test func `sound is vended up to the first packet that is missing`() throws {
    let cut = try CutMovie(0.7)
    let whole = try Self.reading(cut.copy.original, .audio, nil).samples.map(RangeReading.Stored.init)
    let ends = try DamagedCopy("h264-aac-small.mp4", seed: 0).ends(of: whole)
    let count = try #require(ends.firstIndex { $0 > cut.copy.bytes.count })
    let stored = try Self.reading(cut.url, .audio, nil)
    #expect(try stored.samples.map(RangeReading.Stored.init) == Array(whole.prefix(count)))
    #expect(stored.error?.code == AVError.failedToLoadMediaData.rawValue)
    let range = CMTimeRange(start: .zero, end: whole[count].time)
    let settings = RangeReading.Sound.settings
    let decoded = try Self.reading(cut.url, .audio, settings, in: range)
    #expect(decoded.error == nil)
    let expected = try Self.reading(cut.copy.original, .audio, settings, in: range).samples
    #expect(try RangeReading.Sound(decoded.samples) == RangeReading.Sound(expected))
  }

  @Test func `linear PCM is vended to the last frame that is there`() async throws {
    let folder = try TemporaryFolder()
    let session = try #require(
      AVAssetExportSession(
        asset: AVURLAsset(url: MediaFiles.fixture("speech.wav")), presetName: AVAssetExportPresetPassthrough))
    session.shouldOptimizeForNetworkUse = true
    try await session.export(to: folder.file("whole.mov"), as: .mov)
    let bytes = try Data(contentsOf: folder.file("whole.mov"))
    let whole = try RangeReading.Sound(Self.reading(folder.file("whole.mov"), .audio, nil).samples)
    let start = try #require(bytes.range(of: Data(whole.bytes))).lowerBound
    let size = start + whole.bytes.count * 3 / 5 + 1
    try bytes.prefix(size).write(to: folder.file("cut.mov"))
    let (samples, error) = try Self.reading(folder.file("cut.mov"), .audio, nil)
    let sound = try RangeReading.Sound(samples)
    #expect(sound.count == (size - start) / whole.bytesPerFrame)
    let isAsItWas = sound.bytes.elementsEqual(whole.bytes.prefix(sound.bytes.count))
    #expect(isAsItWas && error?.code == AVError.failedToLoadMediaData.rawValue)
    // A range that ends with the last frame is whole.
    let range = CMTimeRange(start: .zero, end: whole.time(of: sound.count))
    for settings in [nil, RangeReading.Sound.settings] {
      let part = try Self.reading(folder.file("cut.mov"), .audio, settings, in: range)
      #expect(part.error == nil)
      #expect(try RangeReading.Sound(part.samples).count == sound.count)
    }
  }

  @Test func `GI-12: images are made up to the first missing picture`() async throws {
    let cut = try CutMovie(0.7)
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: cut.url))
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    let shown = cut.whole.pictures.filter { $0.time < cut.end }
    let tick = CMTime(value: 1, timescale: 90_000)
    // The last one is on until the first that is missing, and asked for twice.
    for time in [.zero, shown[shown.count / 2].time, shown[shown.count - 1].time, cut.end - tick, cut.end - tick] {
      let (_, actual) = try await generator.image(at: time)
      #expect(actual == shown.last { $0.time <= time }?.time, "\(time.seconds)")
    }
    let error = await #expect(throws: AVError.self) { try await generator.image(at: cut.end) }
    #expect(error?.code == .failedToLoadMediaData)
    // Images behind an error are made all the same.
    #expect(try await generator.image(at: .zero).actualTime == shown[0].time)
  }

  @Test(arguments: [AVAssetExportPresetPassthrough, AVAssetExportPreset640x480])
  func `EX-34: a part before the missing samples is exported, and what needs them is not`(preset: String) async throws {
    let cut = try CutMovie(0.7)
    let folder = try TemporaryFolder()
    func session() throws -> AVAssetExportSession {
      try #require(AVAssetExportSession(asset: AVURLAsset(url: cut.url), presetName: preset))
    }
    let part = try session()
    part.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 5))
    try await part.export(to: folder.file("part.mov"), as: .mov)
    #expect(abs(AVURLAsset(url: folder.file("part.mov")).duration.seconds - 0.2) < 0.05)
    let all = try session()
    let error = await #expect(throws: AVError.self) { try await all.export(to: folder.file("all.mov"), as: .mov) }
    #expect(error?.code == .failedToLoadMediaData)
    #expect(folder.names == ["part.mov"])
  }

  @Test func `CO-45: a composition of what lies before the missing samples is read`() throws {
    let cut = try CutMovie(0.7)
    let source = try ReadMedia.track(cut.url, .video).1
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 5), end: cut.end)
    for _ in 0..<2 { try track.insertTimeRange(range, of: source, at: composition.duration) }
    func reading() throws -> [CMSampleBuffer] {
      try RangeReading(
        composition, AVAssetReaderTrackOutput(track: track, outputSettings: [:]), isRandomAccess: false
      ).rest()
    }
    #expect(try reading().last.map { $0.presentationTimeStamp + $0.duration } == range.duration + range.duration)
    let second = CMTimeRange(start: cut.end, duration: CMTime(value: 1, timescale: 25))
    try track.insertTimeRange(second, of: source, at: composition.duration)
    let error = #expect(throws: AVError.self) { try reading() }
    #expect(error?.code == .failedToLoadMediaData)
  }
}
