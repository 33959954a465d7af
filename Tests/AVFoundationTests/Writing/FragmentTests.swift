import AVFoundation
import MovieFile
import Synchronization
import TestSupport
import Testing

/// `movieFragmentInterval` and its neighbours.
@Suite("Movie fragments")
struct FragmentTests {
  private static let second = CMTime(value: 1, timescale: 1)

  /// Encodes a fixture's picture and sound, and hands over the writer before it starts.
  private func transcode(
    to url: URL, _ mode: Mode = .copying, fileType: AVFileType, configure: (AVAssetWriter) -> Void
  ) throws {
    let transfer = try Transfer(
      URL(fileURLWithPath: Files.fixture("h264-aac.mov")), to: url, mode, fileType: fileType)
    configure(transfer.writer)
    try transfer.run()
  }

  private func boxes(_ url: URL) throws -> [FourCC] {
    var boxes = FileBoxes(try FileSource(path: url.path))
    var types: [FourCC] = []
    while let box = try boxes.next() { types.append(box.type) }
    return types
  }

  private func fragmentCount(_ url: URL) throws -> Int { try boxes(url).filter { $0 == "moof" }.count }

  @Test func `AW-15: the defaults`() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("a.mov"), fileType: .mov)
    #expect(!writer.movieFragmentInterval.isValid)
    #expect(!writer.initialMovieFragmentInterval.isValid)
    #expect(writer.initialMovieFragmentSequenceNumber == 1)
    #expect(!writer.producesCombinableFragments)
    #expect(!writer.overallDurationHint.isValid)
    #expect(writer.movieTimeScale == 0)
    #expect(!writer.shouldOptimizeForNetworkUse)
    #expect(writer.directoryForTemporaryFiles == nil)
    #expect(!writer.preferredOutputSegmentInterval.isValid)
    #expect(writer.outputFileTypeProfile == nil)
    #expect(writer.delegate == nil)
    #expect(!writer.isProVideoStorageSupported && !writer.usesProVideoStorage)
  }

  @Test(arguments: [AVFileType.mov, .mp4, .m4v])
  func `AW-60: the samples of a file in fragments are those of an ordinary one`(fileType: AVFileType) throws {
    let folder = try TemporaryFolder()
    let (plain, fragmented) = (folder.file("plain.mp4"), folder.file("fragmented.mp4"))
    try transcode(to: plain, fileType: fileType) { _ in }
    try transcode(to: fragmented, fileType: fileType) { $0.movieFragmentInterval = Self.second }
    for mediaType in [AVMediaType.video, .audio] {
      #expect(try ReadMedia.stored(fragmented, mediaType) == ReadMedia.stored(plain, mediaType))
    }
    #expect(folder.names == ["fragmented.mp4", "plain.mp4"])
  }

  /// A recording of a screen, which has a picture when something changes: it states no duration, or a wrong one. Sound
  /// ends a fragment each second.
  @Test(
    arguments: [
      (nil, [0, 50, 980, 1010, 1900, 1950, 2990, 3020, 6500, 6520, 9000]),
      (5, [0, 50, 980, 1010, 1900, 1950, 2990, 3020]),
    ] as [(CMTimeValue?, [CMTimeValue])])
  func `WI-65: in fragments too a picture lasts until the next one`(
    seconds: CMTimeValue?, milliseconds: [CMTimeValue]
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    var pictures: [CMSampleBuffer] = []
    try ReadMedia.forEachSample(of: MediaFiles.fixture("mjpeg-pcm.mov"), .video, settings: nil) { pictures.append($0) }
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.movieFragmentInterval = Self.second
    writer.shouldOptimizeForNetworkUse = true
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: nil)
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
    for input in [video, audio] { writer.add(input) }
    try WrittenFile.start(writer)
    let times = milliseconds.map { CMTime(value: $0, timescale: 1000) }
    var heard = 0
    for (picture, time) in zip(pictures, times) {
      while CMTime(value: CMTimeValue(heard), timescale: 48_000) < time {
        audio.waitUntilReady()
        try #expect(audio.append(ComputedMedia.audioSample(start: heard, count: 2400)))
        heard += 2400
      }
      let timing = CMSampleTimingInfo(
        duration: seconds.map { CMTime(value: $0, timescale: 1) } ?? .invalid, presentationTimeStamp: time,
        decodeTimeStamp: .invalid)
      video.waitUntilReady()
      try #expect(video.append(CMSampleBuffer(copying: picture, withNewTiming: [timing])))
    }
    try finishWriting(writer)
    #expect(try fragmentCount(url) > 3)
    let written = try ReadMedia.stored(url, .video)
    #expect(written.map(\.presentationTime) == times)
    #expect(written.dropLast().map(\.duration) == zip(times.dropFirst(), times).map { $0 - $1 })
  }

  @Test func `AW-60, WI-65: a picture that stays is in the first fragment, and lasts until its end`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("live.mp4")
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
      writer.movieFragmentInterval = Self.second
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
      let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      for input in [video, audio] { writer.add(input) }
      try WrittenFile.start(writer)
      video.waitUntilReady()
      try #expect(video.append(ComputedMedia.sample(ComputedMedia.picture(width: 64, height: 48), at: .zero)))
      video.markAsFinished()
      for second in 0..<3 {
        audio.waitUntilReady()
        try #expect(audio.append(ComputedMedia.audioSample(start: second * 48_000, count: 48_000)))
      }
      audio.markAsFinished()
      // The writer gives no sign when a fragment is in the file: a player looks until there is one.
      while (try? Movie(path: url.path))?.tracks.first?.sampleCount ?? 0 == 0 { Thread.sleep(forTimeInterval: 0.001) }
      let movie = try Movie(path: url.path)
      #expect(movie.tracks.map(\.kind) == [.video, .audio])
      let pictures = Array(movie.tracks[0].samples)
      #expect(pictures.map(\.decodeTime) == [0])
      #expect(pictures.allSatisfy { abs(Double($0.duration) / Double(movie.tracks[0].timeScale) - 1) < 0.1 })
      try finishWriting(writer)
    }
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `AW-34, AW-60: late sound begins at its time, without the packet that its encoder begins with`(
    fileType: AVFileType
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out")
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    writer.movieFragmentInterval = Self.second
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    writer.add(input)
    try WrittenFile.start(writer)
    for second in 0..<2 {
      input.waitUntilReady()
      try #expect(input.append(ComputedMedia.audioSample(start: 12_000 + second * 48_000, count: 48_000)))
    }
    try finishWriting(writer)
    let sound = try ReadMedia.sound(url)
    #expect(sound.start == CMTime(value: 1, timescale: 4))
    #expect(sound.count == 96_000)
    #expect(try WrittenFile.edits(url).map(\.duration) == [0.25, 2])
    #expect(AVURLAsset(url: url).duration == CMTime(value: 9, timescale: 4))
  }

  @Test func `AW-60: a finished QuickTime movie has no fragments, and a finished MPEG-4 file has them`() throws {
    let folder = try TemporaryFolder()
    let (movie, mp4, network) = (folder.file("a.mov"), folder.file("a.mp4"), folder.file("network.mov"))
    try transcode(to: movie, fileType: .mov) { $0.movieFragmentInterval = Self.second }
    #expect(try boxes(movie) == ["ftyp", "mdat", "moov"])
    try transcode(to: mp4, fileType: .mp4) { $0.movieFragmentInterval = Self.second }
    #expect(try boxes(mp4).prefix(3) == ["ftyp", "free", "moov"])
    #expect(try boxes(mp4).last == "mfra")
    // Four seconds, and a last packet of sound may start at their end.
    #expect(try (4...5).contains(fragmentCount(mp4)))
    // AW-63: what plays while it is downloaded keeps its index in front.
    try transcode(to: network, fileType: .mov) {
      $0.movieFragmentInterval = Self.second
      $0.shouldOptimizeForNetworkUse = true
    }
    #expect(try boxes(network).prefix(3) == ["ftyp", "free", "moov"])
  }

  @Test func `AW-60, AW-61: while it is written, the file plays to its last fragment, the first of them being short`()
    throws
  {
    let folder = try TemporaryFolder()
    let url = folder.file("live.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.movieFragmentInterval = Self.second
    writer.initialMovieFragmentInterval = CMTime(value: 1, timescale: 5)
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    input.expectsMediaDataInRealTime = true
    writer.add(input)
    try WrittenFile.start(writer)
    var seen: [Int] = []
    var tornLooks = 0
    for index in 0..<100 {
      input.waitUntilReady()
      try #expect(input.append(ComputedMedia.videoSample(index)))
      guard let movie = try? Movie(path: url.path) else { continue }
      guard movie.firstInconsistency() == nil else {
        tornLooks += 1
        continue
      }
      let count = try #require(movie.tracks.first).sampleCount
      if count > 0, seen.last != count { seen.append(count) }
    }
    try finishWriting(writer)
    // A fragment is one write, and a look may fall into the middle of it.
    #expect(tornLooks <= 2)
    // The encoder decides how far it is behind; what was seen were whole fragments: 0.2 s, and then a second each.
    // Decode times begin before time 0, by the pictures that the encoder holds back.
    let expected = stride(from: 5, to: 125, by: 25).map { $0 + 0 }
    #expect(seen.allSatisfy { count in expected.contains { (0...4).contains(count - $0) } }, "\(seen)")
    #expect(try WrittenFile.track(url).sampleCount == 100)
  }

  @Test func `AW-60: an interval that is shorter than any sample makes a fragment of each`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.mp4")
    try WrittenFile.video(url, fileType: .mp4, settings: Settings.video()) { writer, _ in
      writer.movieFragmentInterval = CMTime(value: 1, timescale: .max)
    }
    #expect(try fragmentCount(url) == 10)
    #expect(try ReadMedia.pictureTimes(url).count == 10)
  }

  @Test func `AW-54: cancelling removes a file in fragments`() throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    made.writer.movieFragmentInterval = Self.second
    made.start()
    #expect(folder.names.count == 1)
    made.input.waitUntilReady()
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    made.writer.cancelWriting()
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-04: a file in fragments replaces nothing`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try Data("precious".utf8).write(to: url)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.movieFragmentInterval = Self.second
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
    #expect(!writer.startWriting())
    #expect((writer.error as? AVError)?.code == .fileAlreadyExists)
    #expect(try Data(contentsOf: url) == Data("precious".utf8))
  }

  @Test func `AW-17: the temporary directory holds the unfinished file, and nothing when it is finished or cancelled`()
    throws
  {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    let made = try WriterWithInput(in: folder.url)
    made.writer.directoryForTemporaryFiles = other.url
    #expect(made.writer.directoryForTemporaryFiles?.path == other.path)
    made.start()
    #expect(folder.names.isEmpty && other.names.count == 1)
    made.input.waitUntilReady()
    try #expect(made.input.append(ComputedMedia.videoSample(0)))
    try finishWriting(made.writer)
    #expect(folder.names.count == 1 && other.names.isEmpty)
    let cancelled = try WriterWithInput(in: folder.url)
    cancelled.writer.directoryForTemporaryFiles = other.url
    cancelled.start()
    cancelled.writer.cancelWriting()
    #expect(folder.names.count == 1 && other.names.isEmpty)
  }

  @Test func `AW-17: the temporary directory may be on another file system`() throws {
    let folder = try TemporaryFolder()
    let memory = URL(fileURLWithPath: "/dev/shm/avwrite-tests-" + UUID().uuidString)
    guard (try? FileManager.default.createDirectory(at: memory, withIntermediateDirectories: false)) != nil else {
      print("skipped: there is no /dev/shm, so no other file system")
      return
    }
    defer { try? FileManager.default.removeItem(at: memory) }
    try WrittenFile.video(folder.file("out.mov"), settings: Settings.video()) { writer, _ in
      writer.directoryForTemporaryFiles = memory
    }
    #expect(folder.names == ["out.mov"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: memory.path).isEmpty)
    #expect(try WrittenFile.track(folder.file("out.mov")).sampleCount == 10)
  }

  @Test func `AW-17: a temporary directory that is not there makes the start fail`() throws {
    let folder = try TemporaryFolder()
    let writer = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
    writer.directoryForTemporaryFiles = folder.file("missing")
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
    #expect(!writer.startWriting())
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-16: the first fragment has the number asked for, and the hint is the movie's until its end is known`()
    throws
  {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mp4")
    let hints = Mutex<[Int64]>([])
    let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
    writer.movieFragmentInterval = CMTime(value: 1, timescale: 10)
    writer.initialMovieFragmentSequenceNumber = 41
    writer.overallDurationHint = CMTime(value: 7, timescale: 1)
    writer.movieTimeScale = 1000
    let input = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    writer.add(input)
    try WrittenFile.start(writer)
    for index in 0..<100 {
      input.waitUntilReady()
      try #expect(input.append(ComputedMedia.videoSample(index)))
      if let hint = (try? Movie(path: url.path))?.fragmentedDuration { hints.withLock { $0.append(hint) } }
    }
    try finishWriting(writer)
    #expect(hints.withLock { $0.allSatisfy { $0 == 7000 } })
    // AW-64: the movie's time scale is the one that was asked for.
    #expect(try WrittenFile.movie(url).header.timeScale == 1000)
    #expect(try WrittenFile.movie(url).fragmentedDuration == 4000)
    let source = try FileSource(path: url.path)
    var list = FileBoxes(source)
    var numbers: [UInt8] = []
    while let box = try list.next() {
      // `mfhd` is the first child of `moof`, and the number its last byte.
      if box.type == "moof" { numbers.append(try source.read(24, at: box.offset)[23]) }
    }
    #expect(numbers == (0..<numbers.count).map { UInt8(41 + $0) })
    #expect(numbers.count > 30)
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `AW-60: a track that comes after the first fragment is in the finished file, which is an ordinary one`(
    _ fileType: AVFileType
  ) async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out")
    try await bounded {
      let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 5)
      let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
      let metadata = AVAssetWriterInput(
        mediaType: .metadata, outputSettings: nil, sourceFormatHint: try MetadataAdaptorTests.format())
      let adaptor = AVAssetWriterInputMetadataAdaptor(assetWriterInput: metadata)
      writer.add(sound)
      writer.add(metadata)
      try WrittenFile.start(writer)
      for second in 0..<2 {
        sound.waitUntilReady()
        try #expect(sound.append(ComputedMedia.audioSample(start: second * 48_000, count: 48_000)))
      }
      sound.markAsFinished()
      // A player that opens the file as soon as it can finds the sound alone.
      while (try? Movie(path: url.path))?.tracks.first?.sampleCount ?? 0 == 0 { Thread.sleep(forTimeInterval: 0.001) }
      #expect(try Movie(path: url.path).tracks.map(\.kind) == [.audio])
      #expect(adaptor.append(MetadataAdaptorTests.groups[0]))
      try finishWriting(writer)
    }
    #expect(try fragmentCount(url) == 0)
    #expect(try WrittenFile.movie(url).tracks.map(\.kind) == [.audio, .metadata])
    #expect(try ReadMedia.sound(url).count == 96_000)
    #expect(try ReadMedia.stored(url, .metadata).count == 1)
  }

  @Test(arguments: [10, 1000] as [CMTimeScale])
  func `AW-65: an interval is taken as it is, however short`(_ timescale: CMTimeScale) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mp4")
    try WrittenFile.video(url, fileType: .mp4, settings: Settings.video(), count: 50) { writer, _ in
      writer.movieFragmentInterval = CMTime(value: 1, timescale: timescale)
      #expect(writer.movieFragmentInterval == CMTime(value: 1, timescale: timescale))
    }
    // A picture lasts 40 ms: every third one is past the next tenth of a second, and every one past a thousandth.
    #expect(try fragmentCount(url) == (timescale == 10 ? 20 : 50))
  }

  @Test(arguments: [AVFileType.mov, .wav])
  func `AW-16, AW-60, AW-61: without an interval, and in files without fragments, what is for them is ignored`(
    _ fileType: AVFileType
  ) throws {
    let folder = try TemporaryFolder()
    let (plain, other) = (folder.file("plain"), folder.file("other"))
    for url in [plain, other] {
      try WrittenFile.audio(url, fileType: fileType, settings: Settings.pcm(), count: 4800) { writer, _ in
        guard url == other else { return }
        if fileType == .wav { writer.movieFragmentInterval = Self.second }
        writer.initialMovieFragmentInterval = CMTime(value: 1, timescale: 100)
        writer.initialMovieFragmentSequenceNumber = 7
        writer.overallDurationHint = CMTime(value: 100, timescale: 1)
      }
    }
    #expect(try Data(contentsOf: plain) == Data(contentsOf: other))
  }

  @Test func `AW-62: the times of combinable fragments need no edit list`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mp4")
    try WrittenFile.video(url, fileType: .mp4, settings: Settings.video(), count: 50) { writer, _ in
      writer.movieFragmentInterval = Self.second
      writer.producesCombinableFragments = true
    }
    let track = try WrittenFile.track(url)
    #expect(track.edits.map(\.mediaStart) == [0])
    #expect(track.samples.map(\.compositionOffset).min()! < 0)
    #expect(track.samples.map(\.presentationTime).min() == 0)
  }
}
