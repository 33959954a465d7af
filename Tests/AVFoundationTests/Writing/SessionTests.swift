import AVFoundation
import MovieFile
import TestSupport
import Testing

/// How a session places samples on the file's timeline.
@Suite("A session")
struct SessionTests {
  /// Writes pictures at 25 a second with the numbers of `pictures`, between `start` and `end`.
  private func write(
    _ url: URL, fileType: AVFileType = .mov, pictures: Range<Int>, start: CMTime, end: CMTime? = nil,
    reorders: Bool = false
  ) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    let input = AVAssetWriterInput(
      mediaType: .video,
      outputSettings: Settings.video(compression: [AVVideoAllowFrameReorderingKey: reorders]))
    writer.add(input)
    try WrittenFile.start(writer, at: start)
    for index in pictures {
      input.waitUntilReady()
      try #expect(input.append(ComputedMedia.videoSample(index)))
    }
    if let end { writer.endSession(atSourceTime: end) }
    try finishWriting(writer)
  }

  private func time(_ frames: Int) -> CMTime { CMTime(value: CMTimeValue(frames), timescale: 25) }

  @Test(arguments: [false, true])
  func `AW-30, AW-32: a sample's time in the file is counted from the session's start`(_ reorders: Bool) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, pictures: 1000..<1012, start: time(1000), reorders: reorders)
    #expect(try ReadMedia.pictureTimes(url) == (0..<12).map(time))
  }

  @Test(arguments: [false, true])
  func `AW-33: samples before the session's start are stored and edited out`(_ reorders: Bool) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, pictures: 0..<20, start: time(5), reorders: reorders)
    #expect(try WrittenFile.track(url).sampleCount == 20)
    #expect(try ReadMedia.pictureTimes(url) == (0..<15).map(time))
    let edits = try WrittenFile.edits(url)
    #expect(edits.count == 1)
    #expect(abs(edits[0].duration - 15 / 25) < 0.001)
  }

  /// A microphone that was switched off before the recording began.
  @Test func `AW-33: a track whose samples all lie before the session's start shows none of them`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video())
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.aac())
    writer.add(video)
    writer.add(audio)
    try WrittenFile.start(writer, at: time(50))
    audio.waitUntilReady()
    try #expect(audio.append(ComputedMedia.audioSample(start: 0, count: 48_000)))
    audio.markAsFinished()
    for index in 50..<60 {
      video.waitUntilReady()
      try #expect(video.append(ComputedMedia.videoSample(index)))
    }
    try finishWriting(writer)
    #expect(try WrittenFile.track(url, 1).sampleCount > 0)
    #expect(try WrittenFile.edits(url, track: 1).map(\.mediaStart) == [nil])
    #expect(try ReadMedia.sound(url).count == 0)
    #expect(AVURLAsset(url: url).duration == time(10))
    #expect(AVURLAsset(url: url).tracks.map(\.timeRange.duration) == [time(10), time(10)])
  }

  @Test(arguments: [false, true])
  func `AW-34: an empty edit fills the gap before a first sample that is late`(_ reorders: Bool) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, pictures: 10..<20, start: .zero, reorders: reorders)
    #expect(try ReadMedia.pictureTimes(url) == (10..<20).map(time))
    let edits = try WrittenFile.edits(url)
    #expect(edits.count == 2)
    #expect(edits.first?.mediaStart == nil)
    #expect(edits.first.map { abs($0.duration - 10 / 25) < 0.001 } == true)
  }

  @Test(arguments: [false, true])
  func `AW-35: samples after the session's end are stored and edited out`(_ reorders: Bool) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, pictures: 0..<20, start: .zero, end: time(12), reorders: reorders)
    #expect(try WrittenFile.track(url).sampleCount == 20)
    #expect(AVURLAsset(url: url).duration == time(12))
    #expect(try ReadMedia.pictureTimes(url).filter { $0 < time(12) } == (0..<12).map(time))
  }

  @Test func `AW-35: an end before the session's start makes writing fail, and leaves no file`() async throws {
    let folder = try TemporaryFolder()
    let made = try WriterWithInput(in: folder.url)
    try await bounded {
      #expect(made.writer.startWriting())
      made.writer.startSession(atSourceTime: time(250))
      made.input.waitUntilReady()
      try #expect(made.input.append(ComputedMedia.videoSample(250)))
      made.writer.endSession(atSourceTime: time(225))
      #expect(made.writer.status == .failed)
      #expect(throws: AVError.self) { try finishWriting(made.writer) }
    }
    #expect((made.writer.error as? AVError)?.code == .operationNotAllowed)
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-36: without an end the session ends with the latest sample`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, pictures: 0..<20, start: .zero)
    #expect(AVURLAsset(url: url).duration == time(20))
  }

  @Test func `AW-37: a session without samples is an empty edit of its length, where the format is known`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let (_, track) = try ReadMedia.track(MediaFiles.fixture("h264-aac.mov"), .video)
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: track.format))
    try WrittenFile.start(writer)
    writer.endSession(atSourceTime: time(51))
    try finishWriting(writer)
    #expect(AVURLAsset(url: url).duration == time(51))
    #expect(try WrittenFile.track(url).sampleCount == 0)
    #expect(try WrittenFile.edits(url).map(\.mediaStart) == [nil])
  }

  @Test func `AW-37: without samples and without a known format there is no track`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    writer.add(AVAssetWriterInput(mediaType: .video, outputSettings: Settings.video()))
    try WrittenFile.start(writer)
    writer.endSession(atSourceTime: time(50))
    try finishWriting(writer)
    #expect(try WrittenFile.movie(url).tracks.isEmpty)
  }

  @Test func `AW-32, AW-33: sound is cut at the session's start to the sample`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: Settings.pcm())
    writer.add(audio)
    try WrittenFile.start(writer, at: CMTime(value: 1234, timescale: 48_000))
    for start in stride(from: 0, to: 48_000, by: 4800) {
      audio.waitUntilReady()
      try #expect(audio.append(ComputedMedia.audioSample(start: start, count: 4800)))
    }
    try finishWriting(writer)
    let sound = try ReadMedia.sound(url)
    #expect(sound.count == 48_000 - 1234)
    #expect(sound.start == .zero)
    #expect(abs(sound.samples[0] - ComputedMedia.tone(1234, channel: 0, rate: 48_000)) < 0.001)
  }

  // MARK: Containers without edit lists

  /// Writes a second of the tone in a session.
  private func writeSound(
    _ url: URL, _ fileType: AVFileType, _ settings: [String: Any]?, from start: CMTime = .zero, to end: CMTime? = nil
  ) throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    let hint = settings == nil ? try ComputedMedia.pcmFormat() : nil
    let audio = AVAssetWriterInput(mediaType: .audio, outputSettings: settings, sourceFormatHint: hint)
    writer.add(audio)
    try WrittenFile.start(writer, at: start)
    for start in stride(from: 0, to: 48_000, by: 4800) {
      audio.waitUntilReady()
      try #expect(audio.append(ComputedMedia.audioSample(start: start, count: 4800)))
    }
    audio.markAsFinished()
    if let end { writer.endSession(atSourceTime: end) }
    try finishWriting(writer)
  }

  private static let flac: [String: any Sendable] = [
    AVFormatIDKey: kAudioFormatFLAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
  ]

  @Test(arguments: ["wav", "wav of copied samples", "flac", "mp3"])
  func `AW-33: sound before the session's start is cut to the sample, also where nothing can be hidden`(
    _ name: String
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out." + String(name.prefix { $0 != " " }))
    let start = CMTime(value: 1234, timescale: 48_000)
    switch name {
    case "wav": try writeSound(url, .wav, Settings.pcm(), from: start)
    case "flac": try writeSound(url, .flac, Self.flac, from: start)
    case "mp3":
      let settings = Self.flac.merging([AVFormatIDKey: kAudioFormatMPEGLayer3]) { $1 }
      try writeSound(url, .mp3, settings, from: start)
    default: try writeSound(url, .wav, nil, from: start)
    }
    let sound = try ReadMedia.sound(url)
    #expect(sound.count == 48_000 - 1234)
    let tone = (0..<1000).map { ComputedMedia.tone(1234 + 9000 + $0, channel: 0, rate: 48_000) }
    #expect(rmsDifference(sound.samples[9000..<10_000], tone) < 0.05)
  }

  @Test func `AW-33: Matroska has no pictures before the session's start`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mkv")
    try write(url, fileType: .mkv, pictures: 0..<20, start: time(5))
    #expect(try ReadMedia.pictureTimes(url) == (0..<15).map(time))
  }

  @Test func `AW-33: a picture that is on when the session starts begins there in Matroska`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mkv")
    try write(url, fileType: .mkv, pictures: 0..<20, start: CMTime(value: 210, timescale: 1000))
    let times = try ReadMedia.pictureTimes(url)
    #expect(times.count == 15)
    #expect(times.prefix(2) == [.zero, CMTime(value: 30, timescale: 1000)])
  }

  @Test(arguments: [AVFileType.wav, .aiff, .caf])
  func `AW-35: linear PCM is cut at the session's end to the sample, also where nothing can be hidden`(
    _ type: AVFileType
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out." + type.fileExtensions[0])
    let settings = Settings.pcm(isBigEndian: type == .aiff)
    try writeSound(url, type, settings, to: CMTime(value: 20_123, timescale: 48_000))
    #expect(try ReadMedia.sound(url).count == 20_123)
  }

  /// As a movie does, whose edit list shows nothing then.
  @Test(arguments: [AVFileType.wav, .aiff, .caf, .flac])
  func `AW-35: a file of which the session's end cuts everything is complete, and nothing of it is heard`(
    _ type: AVFileType
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out." + type.fileExtensions[0])
    let settings: [String: Any] = type == .flac ? Self.flac : Settings.pcm(isBigEndian: type == .aiff)
    try writeSound(url, type, settings, to: .zero)
    #expect(AVURLAsset(url: url).tracks.count == 1)
    #expect(try ReadMedia.sound(url).count == 0)
  }

  @Test func `AW-35: Matroska of which the session's end cuts everything is refused, and the error says why`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: AVError.self) {
      try write(folder.file("out.mkv"), fileType: .mkv, pictures: 5..<10, start: .zero, end: time(5))
    }
    let reason = error?.userInfo[NSLocalizedFailureReasonErrorKey] as? String
    #expect(error?.code == .operationNotAllowed)
    #expect(reason?.contains("Matroska files without samples cannot be read") == true, "\(reason ?? "")")
    #expect(folder.names.isEmpty)
  }

  @Test func `AW-35: FLAC ends with the frame in which the session does, and counts its samples`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.flac")
    try writeSound(url, .flac, Self.flac, to: CMTime(value: 24_000, timescale: 48_000))
    let count = try ReadMedia.sound(url).count
    #expect((24_000..<24_000 + 4608).contains(count), "\(count)")
    #expect(AVURLAsset(url: url).duration == CMTime(value: CMTimeValue(count), timescale: 48_000))
  }

  @Test(arguments: [false, true])
  func `AW-35: Matroska has no pictures behind the session's end, and the last one ends there`(
    _ isWithinPicture: Bool
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mkv")
    let end = isWithinPicture ? CMTime(value: 490, timescale: 1000) : time(12)
    try write(url, fileType: .mkv, pictures: 0..<20, start: .zero, end: end)
    #expect(try ReadMedia.pictureTimes(url) == (0..<(isWithinPicture ? 13 : 12)).map(time))
    #expect(AVURLAsset(url: url).duration == end)
  }

  @Test func `AW-35: coded sound in Matroska ends with the session`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mkv")
    try writeSound(url, .mkv, Settings.aac(), to: CMTime(value: 24_000, timescale: 48_000))
    let count = try ReadMedia.sound(url).count
    // Matroska has no way to say that the encoder's first packet is not to be heard, and rounds to milliseconds.
    #expect((23_952...24_000 + 1024 + 48).contains(count), "\(count)")
  }
}
