import AVFoundation
import TestSupport
import Testing

/// Rules of reading compositions.
@Suite("Reading compositions")
struct CompositionReadingTests {
  private static func range(_ start: Int64, _ end: Int64) -> CMTimeRange {
    CMTimeRange(start: CMTime(value: start, timescale: 100), end: CMTime(value: end, timescale: 100))
  }

  private static func composition(
    _ mediaType: AVMediaType, _ parts: [(name: String, range: CMTimeRange)]
  ) throws -> (AVMutableComposition, AVMutableCompositionTrack) {
    let composition = AVMutableComposition()
    let track = try #require(
      composition.addMutableTrack(withMediaType: mediaType, preferredTrackID: kCMPersistentTrackID_Invalid))
    for (name, range) in parts {
      let (asset, source) = try ReadMedia.track(MediaFiles.fixture(name), mediaType)
      try withExtendedLifetime(asset) { try track.insertTimeRange(range, of: source, at: .invalid) }
    }
    return (composition, track)
  }

  private static func reading(
    _ composition: AVComposition, _ track: AVCompositionTrack, _ settings: [String: Any]?
  ) throws -> RangeReading {
    try RangeReading(composition, AVAssetReaderTrackOutput(track: track, outputSettings: settings))
  }

  @Test func `CO-40: a reader reads the composition as it was when it was made`() throws {
    let (composition, track) = try Self.composition(.video, [("h264-pcm.mov", Self.range(0, 100))])
    let reader = try AVAssetReader(asset: composition)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
    reader.add(output)
    track.removeTimeRange(Self.range(0, 90))
    let reading = try RangeReading(started: reader, output)
    composition.removeTrack(track)
    #expect(try reading.rest().count == 25)
  }

  /// The pictures of the one come at a variable rate, and the times of the other are rounded.
  @Test(arguments: ["h264-vfr.mov", "h264-flac-srt.mkv"])
  func `CO-41, CO-50: the picture that is on when a segment begins is shown until the next one`(name: String) throws {
    let times = try ReadMedia.pictureTimes(MediaFiles.fixture(name))
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    let longest = try #require(steps.dropLast(6).indices.max { steps[$0] < steps[$1] })
    let start = times[longest] + CMTimeMultiplyByRatio(steps[longest], multiplier: 2, divisor: 3)
    let part = CMTimeRange(start: start, end: times[longest + 5])
    let (composition, track) = try Self.composition(.video, [(name, part)])
    let decoded = try Self.reading(composition, track, [:]).rest()
    let stored = try Self.reading(composition, track, nil).rest().filter(\.isDisplayed)
      .sorted { $0.presentationTimeStamp < $1.presentationTimeStamp }
    let starts: [CMTime] = [.zero] + times[longest + 1..<longest + 5].map { $0 - start }
    for samples in [decoded, stored] {
      #expect(samples.map(\.presentationTimeStamp) == starts)
      let ends = samples.map { $0.presentationTimeStamp + $0.duration }
      #expect(ends == Array(starts.dropFirst()) + [part.duration])
    }
  }

  @Test func `CO-43: sound of several formats has one format`() throws {
    let (composition, track) = try Self.composition(
      .audio,
      [("speech.wav", Self.range(0, 50)), ("pcm24-stereo.wav", Self.range(0, 30)), ("speech.m4a", Self.range(0, 40))])
    let sound = try RangeReading.Sound(try Self.reading(composition, track, [:]).rest())
    #expect(sound.rate == 44_100 && sound.count == 120 * 441)
    let samples = try Self.reading(composition, track, [AVFormatIDKey: kAudioFormatLinearPCM]).rest()
    let formats = Set(samples.compactMap { $0.formatDescription?.audioStreamBasicDescription?.mBitsPerChannel })
    // Integers of 24 bits and the floats of AAC.
    #expect(formats == [64])
    let (exact, whole) = try Self.composition(
      .audio, [("speech.wav", Self.range(0, 50)), ("speech.wav", Self.range(9, 20))])
    let basic = try Self.reading(exact, whole, [:]).rest().first?.formatDescription?.audioStreamBasicDescription
    let isFloat = try #require(basic).mFormatFlags & kAudioFormatFlagIsFloat != 0
    #expect(basic?.mBitsPerChannel == 16 && !isFloat)
  }

  /// Returns how much of a tone is in a sound: the size of its part of the spectrum.
  private static func level(of frequency: Double, in samples: [Float], rate: Double) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in samples.enumerated() {
      let angle = 2 * Double.pi * frequency * Double(index) / rate
      real += Double(sample) * cos(angle)
      imaginary += Double(sample) * sin(angle)
    }
    return (real * real + imaginary * imaginary).squareRoot() * 2 / Double(max(1, samples.count))
  }

  @Test(arguments: [AVAudioTimePitchAlgorithm.spectral, .timeDomain, .varispeed])
  func `CO-44: sound at another speed is as long as its segment, and keeps its pitch`(
    algorithm: AVAudioTimePitchAlgorithm
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("tone.wav")
    let writer = try AVAssetWriter(outputURL: url, fileType: .wav)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for part in 0..<4 {
      input.waitUntilReady()
      #expect(input.append(try ComputedMedia.audioSample(start: part * 12_000, count: 12_000)))
    }
    input.markAsFinished()
    try finishWriting(writer)
    let (asset, source) = try ReadMedia.track(url, .audio)
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 1))
    try track.insertTimeRange(CMTimeRange(start: .zero, duration: asset.duration), of: source, at: .zero)
    composition.scaleTimeRange(Self.range(0, 100), toDuration: CMTime(value: 2, timescale: 1))
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: RangeReading.Sound.settings)
    output.audioTimePitchAlgorithm = algorithm
    let sound = try RangeReading.Sound(try RangeReading(composition, output).rest())
    #expect(sound.count == 96_000)
    let samples = Array(RangeReading.Sound.floats(sound.bytes[...])[20_000..<76_000])
    let pitch = algorithm == .varispeed ? 110.0 : 220
    #expect(Self.level(of: pitch, in: samples, rate: 48_000) > 0.2)
    #expect(Self.level(of: 330 - pitch, in: samples, rate: 48_000) < 0.1)
    // Nothing is heard at a speed beyond all use.
    composition.scaleTimeRange(Self.range(0, 200), toDuration: CMTime(value: 60, timescale: 1))
    let silent = try RangeReading.Sound(try Self.reading(composition, track, RangeReading.Sound.settings).rest())
    #expect(silent.count == 60 * 48_000 && silent.bytes.allSatisfy { $0 == 0 })
  }

  @Test func `CO-45: a missing file fails the reader as it starts, and damage where it is read`() throws {
    let composition = AVMutableComposition()
    let track = try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1))
    track.segments = [
      AVCompositionTrackSegment(
        url: URL(fileURLWithPath: "/nowhere/a.mov"), trackID: 1, sourceTimeRange: Self.range(0, 9),
        targetTimeRange: Self.range(0, 9))
    ]
    let reader = try AVAssetReader(asset: composition)
    reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
    #expect(!reader.startReading())
    #expect(((reader.error as? AVError)?.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain == NSPOSIXErrorDomain)

    let (damaged, source) = try ReadMedia.track(MediaFiles.fixture("../corrupt/mdat-flipped.mp4"), .video)
    let whole = CMTimeRange(start: .zero, end: source.timeRange.end)
    track.segments = nil
    track.insertEmptyTimeRange(whole)
    try track.insertTimeRange(whole, of: source, at: CMTime(value: 1, timescale: 1))
    let error = #expect(throws: AVError.self) { try Self.reading(composition, track, [:]).rest() }
    #expect(error?.code == .decodeFailed)
    func losses(_ asset: AVAsset, _ track: AVAssetTrack) throws -> [CMTimeRange] {
      let reader = try AVAssetReader(asset: asset)
      reader.continuesAfterDamage = true
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
      reader.add(output)
      _ = try RangeReading(started: reader, output).rest()
      return output.lostTimeRanges
    }
    let direct = try losses(damaged, source)
    let composed = try losses(composition, track)
    #expect(!direct.isEmpty)
    #expect(
      composed == direct.map { CMTimeRange(start: $0.start + CMTime(value: 1, timescale: 1), duration: $0.duration) })
  }

  @Test func `CO-51: pictures that are only needed for decoding come with the segment, and are not for display`() throws
  {
    let (composition, track) = try Self.composition(
      .video, [("h264-pcm.mov", Self.range(0, 40)), ("h264-pcm.mov", Self.range(70, 110))])
    let stored = try Self.reading(composition, track, nil).rest().map(RangeReading.Stored.init)
    let decoded = try Self.reading(composition, track, [:]).rest().map(RangeReading.Picture.init)
    #expect(stored.filter(\.isShown).map(\.time).sorted() == decoded.map(\.time))
    #expect(stored.contains { !$0.isShown })
    // The second segment can be decoded by itself.
    #expect(stored.filter { $0.time >= CMTime(value: 40, timescale: 100) || !$0.isShown }.contains { $0.isSync })
  }

  /// The stream begins with an open group: pictures of the group before are missing, to which its leading pictures
  /// refer.
  @Test func `CO-51: leading pictures that a segment neither shows nor needs are left out`() throws {
    let (composition, track) = try Self.composition(
      .video, [("h264-open-gop.ts", Self.range(0, 50)), ("h264-open-gop.ts", Self.range(0, 50))])
    let samples = try Self.reading(composition, track, nil).rest()
    #expect(samples.allSatisfy { $0.duration > .zero })
    let stored = try samples.map(RangeReading.Stored.init)
    #expect(stored.allSatisfy { $0.time >= .zero })
    let decoded = try Self.reading(composition, track, [:]).rest().map(RangeReading.Picture.init)
    #expect(stored.filter(\.isShown).map(\.time).sorted() == decoded.map(\.time))
    // A decoder does not come upon pictures that refer to others which are not there.
    let folder = try TemporaryFolder()
    try Self.copy(composition, to: folder.file("joined.mov"))
    let (movie, copied) = try ReadMedia.track(folder.file("joined.mov"), .video)
    let found = try RangeReading(movie, AVAssetReaderTrackOutput(track: copied, outputSettings: [:])).rest()
      .map(RangeReading.Picture.init)
    #expect(found.map(\.time) == decoded.map(\.time) && found.map(\.hash) == decoded.map(\.hash))
  }

  @Test func `CO-50, CO-52: linear PCM is cut, and packets of sound are trimmed`() throws {
    let (linear, pcm) = try Self.composition(
      .audio, [("speech.wav", Self.range(10, 35)), ("speech.wav", Self.range(50, 90))])
    let cut = try RangeReading.Sound(try Self.reading(linear, pcm, nil).rest())
    let (asset, source) = try ReadMedia.track(MediaFiles.fixture("speech.wav"), .audio)
    let whole = try RangeReading.Sound(
      try RangeReading(asset, AVAssetReaderTrackOutput(track: source, outputSettings: nil)).rest())
    #expect(cut.bytes == Array(whole.slice(4410..<15435)) + Array(whole.slice(22050..<39690)))

    let (coded, aac) = try Self.composition(.audio, [("speech.m4a", Self.range(50, 90))])
    let packets = try Self.reading(coded, aac, nil).rest().filter(\.isDisplayed)
    let start = try #require(packets.first?.outputPresentationTimeStamp)
    let last = try #require(packets.last)
    #expect(start == .zero)
    #expect(last.outputPresentationTimeStamp + last.outputDuration == CMTime(value: 40, timescale: 100))
    // Only what lies outside of the segment is trimmed.
    #expect(packets.dropFirst().allSatisfy { $0.outputPresentationTimeStamp == $0.presentationTimeStamp })
  }

  @Test func `CO-53: empty segments give no samples as stored`() throws {
    let (composition, track) = try Self.composition(.video, [("prores-pcm24.mov", Self.range(0, 32))])
    track.insertEmptyTimeRange(Self.range(16, 48))
    let stored = try Self.reading(composition, track, nil).rest().map(RangeReading.Stored.init)
    #expect(stored.count == 8 + 0 && stored.map(\.time.seconds) == [0, 0.04, 0.08, 0.12, 0.48, 0.52, 0.56, 0.6])
  }

  /// Writes a composition's samples as they are stored.
  static func copy(_ composition: AVComposition, to url: URL) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let reader = try AVAssetReader(asset: composition)
    let lanes = composition.tracks.map { track in
      let input = AVAssetWriterInput(
        mediaType: track.mediaType, outputSettings: nil,
        sourceFormatHint: track.formatDescriptions.first as? CMFormatDescription)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      reader.add(output)
      writer.add(input)
      return (output, input)
    }
    #expect(writer.startWriting() && reader.startReading())
    writer.startSession(atSourceTime: .zero)
    for (output, input) in lanes {
      while let sample = output.copyNextSampleBuffer() {
        input.waitUntilReady()
        #expect(input.append(sample))
      }
      input.markAsFinished()
    }
    try finishWriting(writer)
  }

  @Test func `CO-54: a movie shows the parts one after the other, and nothing of what lies between them`() throws {
    let folder = try TemporaryFolder()
    let (sound, track) = try Self.composition(
      .audio, [(0, 47), (31, 90), (5, 50)].map { ("speech.m4a", Self.range($0, $1)) })
    try Self.copy(sound, to: folder.file("sound.mov"))
    let expected = try RangeReading.Sound(try Self.reading(sound, track, RangeReading.Sound.settings).rest())
    let (asset, written) = try ReadMedia.track(folder.file("sound.mov"), .audio)
    let joined = try RangeReading.Sound(
      try RangeReading(asset, AVAssetReaderTrackOutput(track: written, outputSettings: RangeReading.Sound.settings))
        .rest())
    #expect(joined.count == expected.count)
    // A decoder that begins within the sound is right after a packet or two; a sound that is off by a sample never is.
    let starts = [0, 47, 106].map { $0 * 441 }
    func settled(_ sound: RangeReading.Sound) -> [Float] {
      RangeReading.Sound.floats(sound.bytes[...]).enumerated()
        .filter { index, _ in starts.allSatisfy { !($0..<$0 + 2048).contains(index) } }.map(\.element)
    }
    let (one, other) = (settled(expected), settled(joined))
    func energy(_ samples: some Sequence<Float>) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
    let error = energy(zip(one, other).map { $0 - $1 })
    #expect(error * 10 < energy(zip(one.dropFirst(), other).map { $0 - $1 }))
    #expect(error * 50 < energy(one))

    let (pictures, shown) = try Self.composition(
      .video, [("h264-pcm.mov", Self.range(0, 36)), ("h264-pcm.mov", Self.range(72, 112))])
    try Self.copy(pictures, to: folder.file("pictures.mov"))
    let wanted = try Self.reading(pictures, shown, [:]).rest().map(RangeReading.Picture.init)
    let (movie, copied) = try ReadMedia.track(folder.file("pictures.mov"), .video)
    let found = try RangeReading(movie, AVAssetReaderTrackOutput(track: copied, outputSettings: [:])).rest()
      .map(RangeReading.Picture.init)
    #expect(found.map(\.time) == wanted.map(\.time) && found.map(\.hash) == wanted.map(\.hash))
    let judged = try Probe.read(folder.file("pictures.mov").path)
    #expect(judged.times("v:0").count >= wanted.count)
    let frames = try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.file("pictures.mov").path, "-fps_mode", "passthrough", "-f", "framemd5", "-",
    ])
    #expect(frames.text.split(separator: "\n").count { !$0.hasPrefix("#") } == wanted.count)
  }

  /// The last picture of each part but the last one is decoded after two that come behind the part. The last part begins
  /// with a run-up, which fits into the longer of the empty segments.
  @Test(arguments: [0, 30, 100] as [Int64])
  func `CO-54: pictures around a part are not shown, whatever lies between two parts`(emptyHundredths: Int64) throws {
    let folder = try TemporaryFolder()
    let (composition, track) = try Self.composition(
      .video, [(0, 40), (0, 40), (72, 112)].map { ("h264-pcm.mov", Self.range($0, $1)) })
    for start in [80, 40] as [Int64] where emptyHundredths > 0 {
      track.insertEmptyTimeRange(Self.range(start, start + emptyHundredths))
    }
    let url = folder.file("joined.mov")
    try Self.copy(composition, to: url)
    let wanted = try Self.reading(composition, track, [:]).rest().map(RangeReading.Picture.init)
    let (movie, copied) = try ReadMedia.track(url, .video)
    let found = try RangeReading(movie, AVAssetReaderTrackOutput(track: copied, outputSettings: [:])).rest()
      .map(RangeReading.Picture.init)
    #expect(found.map(\.time) == wanted.map(\.time) && found.map(\.hash) == wanted.map(\.hash))
    let frames = try Tool.ffmpeg.run([
      "-v", "error", "-i", url.path, "-fps_mode", "passthrough", "-f", "framemd5", "-",
    ])
    #expect(frames.text.split(separator: "\n").count { !$0.hasPrefix("#") } == wanted.count)
  }

  @Test func `a writer takes a composition as stored, and FFmpeg finds each sample in its place`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("joined.mov")
    let composition = AVMutableComposition()
    let asset = AVURLAsset(url: MediaFiles.fixture("prores-pcm24.mov"))
    for start in [Int64(16), 0] {
      try composition.insertTimeRange(Self.range(start, start + 16), of: asset, at: .invalid)
    }
    try Self.copy(composition, to: url)
    let (source, written) = (try Probe.read(asset.url.path), try Probe.read(url.path))
    let hashes = source.hashes("v:0")
    #expect(written.hashes("v:0") == Array(hashes[4...] + hashes[..<4]))
    #expect(written.times("v:0") == source.times("v:0"))
    func sound(_ path: String) throws -> [UInt8] {
      try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", "s24le", "-"]).bytes
    }
    let (before, after) = (try sound(asset.url.path), try sound(url.path))
    #expect(after == Array(before[(before.count / 2)...]) + Array(before[..<(before.count / 2)]))
  }
}
