import AVFoundation
import MovieFile
import TestSupport
import Testing

/// Each key of audio settings has its effect in the written file.
@Suite("Audio settings")
struct AudioSettingsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func format(_ url: URL) throws -> AudioStreamBasicDescription {
    let (_, track) = try ReadMedia.track(url, .audio)
    return try #require(track.format.audioStreamBasicDescription)
  }

  @Test(arguments: [
    (kAudioFormatMPEG4AAC, AVFileType.m4a, 44_100, 2), (kAudioFormatMPEG4AAC, .mov, 48_000, 1),
    (kAudioFormatMPEG4AAC, .mp4, 22_050, 1), (kAudioFormatMPEGLayer3, .mp3, 44_100, 1),
    (kAudioFormatMPEGLayer3, .mp3, 48_000, 2), (kAudioFormatMPEGLayer3, .mov, 32_000, 2),
  ])
  func `format, rate and channels, also other than the source's`(
    _ formatID: AudioFormatID, _ fileType: AVFileType, _ rate: Int, _ channels: Int
  ) throws {
    let url = folder.file("out")
    try WrittenFile.audio(
      url, fileType: fileType,
      settings: [AVFormatIDKey: formatID, AVSampleRateKey: rate, AVNumberOfChannelsKey: channels], count: 24_000)
    let written = try format(url)
    #expect(written.mFormatID == formatID)
    #expect(written.mSampleRate == Double(rate))
    #expect(written.mChannelsPerFrame == UInt32(channels))
    // Half a second of the source is half a second in the file, to the sample.
    #expect(try ReadMedia.sound(url).count == rate / 2)
  }

  @Test(arguments: [
    (kAudioFormatAppleLossless, AVFileType.m4a, 16), (kAudioFormatAppleLossless, .mov, 24),
    (kAudioFormatFLAC, .mp4, 16),
    (kAudioFormatFLAC, .mp4, 24),
  ])
  func `lossless codecs give back every bit`(_ formatID: AudioFormatID, _ fileType: AVFileType, _ bits: Int) throws {
    let (url, reference) = (folder.file("out"), folder.file("reference"))
    // A number of samples that fills no whole packet.
    let settings: [String: Any] = [
      AVFormatIDKey: formatID, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2, AVEncoderBitDepthHintKey: bits,
    ]
    try WrittenFile.audio(url, fileType: fileType, settings: settings, count: 20_001, channels: 2)
    try WrittenFile.audio(
      reference, fileType: .mov, settings: Settings.pcm(channels: 2, bits: bits), count: 20_001, channels: 2)
    let flags = try format(url).mFormatFlags
    #expect(flags == (bits == 16 ? kAppleLosslessFormatFlag_16BitSourceData : kAppleLosslessFormatFlag_24BitSourceData))
    let (copy, original) = (try ReadMedia.sound(url), try ReadMedia.sound(reference))
    #expect(copy.count == 20_001)
    #expect(copy.start == .zero)
    #expect(copy.samples == original.samples)
  }

  @Test(arguments: [
    (kAudioFormatOpus, AVFileType.mp4, 96_000), (kAudioFormatAC3, .mp4, 192_000), (kAudioFormatAC3, .mov, 192_000),
    (kAudioFormatEnhancedAC3, .mp4, 192_000), (kAudioFormatEnhancedAC3, .m4v, 192_000),
  ])
  func `lossy codecs come near, to the sample`(_ formatID: AudioFormatID, _ fileType: AVFileType, _ bitRate: Int) throws
  {
    let (url, reference) = (folder.file("out"), folder.file("reference"))
    let settings: [String: Any] = [
      AVFormatIDKey: formatID, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2, AVEncoderBitRateKey: bitRate,
    ]
    try WrittenFile.audio(url, fileType: fileType, settings: settings, count: 48_001, channels: 2)
    try WrittenFile.audio(reference, fileType: .mov, settings: Settings.pcm(channels: 2), count: 48_001, channels: 2)
    let (copy, original) = (try ReadMedia.sound(url), try ReadMedia.sound(reference))
    #expect(copy.count == 48_001)
    #expect(copy.start == .zero)
    // The tones' own RMS is 0.35: a place a few samples off is far beyond the bound.
    #expect(rmsDifference(copy.samples, original.samples) < 0.02)
    #expect(try format(url).mFormatID == formatID)
  }

  @Test func `Opus is fed with 48 kHz whatever the source has`() throws {
    let url = folder.file("out.mp4")
    try WrittenFile.audio(
      url, fileType: .mp4,
      settings: [AVFormatIDKey: kAudioFormatOpus, AVSampleRateKey: 24_000, AVNumberOfChannelsKey: 1], count: 24_000)
    #expect(try format(url).mSampleRate == 48_000)
    #expect(try ReadMedia.sound(url).count == 24_000)
  }

  @Test func `what a codec does not have cannot be applied`() throws {
    let writer = try AVAssetWriter(outputURL: folder.file("out.mp4"), fileType: .mp4)
    func canApply(_ formatID: AudioFormatID, _ more: [String: Any]) -> Bool {
      let settings: [String: Any] = [AVFormatIDKey: formatID, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]
      return writer.canApply(outputSettings: settings.merging(more) { $1 }, forMediaType: .audio)
    }
    #expect(canApply(kAudioFormatAppleLossless, [AVEncoderBitDepthHintKey: 24]))
    #expect(!canApply(kAudioFormatAppleLossless, [AVEncoderBitDepthHintKey: 20]))
    #expect(canApply(kAudioFormatFLAC, [:]))
    #expect(!canApply(kAudioFormatFLAC, [AVEncoderBitRateKey: 128_000]))
    #expect(canApply(kAudioFormatOpus, [AVSampleRateKey: 16_000]))
    #expect(!canApply(kAudioFormatOpus, [AVSampleRateKey: 44_100]))
    #expect(canApply(kAudioFormatAC3, [AVEncoderBitRateKey: 192_000]))
    #expect(!canApply(kAudioFormatAC3, [AVEncoderBitRateKey: 200_000]))
    #expect(!canApply(kAudioFormatAC3, [AVSampleRateKey: 22_050]))
    #expect(!canApply(kAudioFormatEnhancedAC3, [AVEncoderBitRateKey: 10_000_000]))
    let movie = try AVAssetWriter(outputURL: folder.file("out.mov"), fileType: .mov)
    let opus: [String: Any] = [AVFormatIDKey: kAudioFormatOpus, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2]
    #expect(!movie.canApply(outputSettings: opus, forMediaType: .audio))
  }

  @Test(arguments: [AVFileType.mov, .m4a])
  func `the channel layout is in the file`(_ fileType: AVFileType) throws {
    let url = folder.file("out")
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
    let data = withUnsafeBytes(of: layout) { Data($0) }
    try WrittenFile.audio(
      url, fileType: fileType, settings: Settings.aac(channels: 6, [AVChannelLayoutKey: data]), count: 9600, channels: 6
    )
    let (_, track) = try ReadMedia.track(url, .audio)
    let description = track.format
    #expect(description.audioStreamBasicDescription?.mChannelsPerFrame == 6)
    #expect(description.audioChannelLayout?.numberOfChannels == 6)
    if Tool.ffprobe.isInstalled(for: "its reading of our sound is not compared") {
      let values = try Probe.values(of: url.path, stream: "a:0", fields: ["channels", "channel_layout"])
      #expect(values == ["channels": "6", "channel_layout": "5.1"])
    }
  }

  @Test(arguments: [false, true])
  func `the bit rate is met, for all channels or for each`(_ isPerChannel: Bool) throws {
    let url = folder.file("out.m4a")
    let more: [String: Any] = isPerChannel ? [AVEncoderBitRatePerChannelKey: 48_000] : [AVEncoderBitRateKey: 96_000]
    try WrittenFile.audio(
      url, fileType: .m4a, settings: Settings.aac(channels: 2, more), count: 96_000, channels: 2)
    let (_, track) = try ReadMedia.track(url, .audio)
    #expect(abs(Double(track.estimatedDataRate) / 96_000 - 1) < 0.25)
  }

  @Test func `more bits take more bytes`() throws {
    let sizes = try [32_000, 64_000, 128_000].map { rate in
      let url = folder.file("\(rate).m4a")
      try WrittenFile.audio(url, fileType: .m4a, settings: Settings.aac([AVEncoderBitRateKey: rate]), count: 48_000)
      return try WrittenFile.track(url).sampleBytes
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
  }

  @Test func `MP3 of constant bit rate has frames of one size, of variable bit rate it has not`() throws {
    func sizes(_ more: [String: Any]) throws -> Set<Int> {
      let url = folder.file(UUID().uuidString)
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEGLayer3, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
      ]
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings.merging(more) { $1 })
      writer.add(input)
      try WrittenFile.start(writer)
      // Silence, then the tones: a variable rate spends nothing on the first half.
      for start in stride(from: 0, to: 96_000, by: 4800) {
        input.waitUntilReady()
        let tones = try ComputedMedia.audioSample(start: start, count: 4800)
        if start < 48_000 { try tones.dataBuffer?.fillDataBytes(with: 0) }
        #expect(input.append(tones))
      }
      try finishWriting(writer)
      return Set(try ReadMedia.stored(url, .audio).map(\.bytes.count))
    }
    #expect(
      try sizes([
        AVEncoderBitRateKey: 128_000, AVEncoderBitRateStrategyKey: AVAudioBitRateStrategy_Constant,
      ]) == [384])
    #expect(
      try sizes([
        AVEncoderBitRateStrategyKey: AVAudioBitRateStrategy_Variable,
        AVEncoderAudioQualityForVBRKey: AVAudioQuality.medium.rawValue,
      ]).count > 2)
    #expect(
      try sizes([
        AVEncoderBitRateKey: 96_000, AVEncoderBitRateStrategyKey: AVAudioBitRateStrategy_LongTermAverage,
      ]).count > 1)
  }

  struct PCM: Sendable, CustomTestStringConvertible {
    var fileType: AVFileType
    var bits: Int
    var isFloat = false
    var isBigEndian = false
    var codec: String

    var testDescription: String { "\(codec) in \(fileType.rawValue)" }
  }

  private static let pcm = [
    PCM(fileType: .mov, bits: 16, codec: "pcm_s16le"),
    PCM(fileType: .mov, bits: 16, isBigEndian: true, codec: "pcm_s16be"),
    PCM(fileType: .mov, bits: 24, codec: "pcm_s24le"),
    PCM(fileType: .mov, bits: 24, isBigEndian: true, codec: "pcm_s24be"),
    PCM(fileType: .mov, bits: 32, codec: "pcm_s32le"),
    PCM(fileType: .mov, bits: 32, isBigEndian: true, codec: "pcm_s32be"),
    PCM(fileType: .mov, bits: 32, isFloat: true, codec: "pcm_f32le"),
    PCM(fileType: .mov, bits: 32, isFloat: true, isBigEndian: true, codec: "pcm_f32be"),
    PCM(fileType: .mov, bits: 64, isFloat: true, codec: "pcm_f64le"),
    PCM(fileType: .wav, bits: 16, codec: "pcm_s16le"),
    PCM(fileType: .wav, bits: 24, codec: "pcm_s24le"), PCM(fileType: .wav, bits: 32, codec: "pcm_s32le"),
    PCM(fileType: .wav, bits: 32, isFloat: true, codec: "pcm_f32le"),
    PCM(fileType: .wav, bits: 64, isFloat: true, codec: "pcm_f64le"),
  ]

  @Test(arguments: pcm)
  func `linear PCM has the wanted depth, kind and order of bytes`(_ pcm: PCM) throws {
    let url = folder.file("out")
    try WrittenFile.audio(
      url, fileType: pcm.fileType,
      settings: Settings.pcm(channels: 2, bits: pcm.bits, isFloat: pcm.isFloat, isBigEndian: pcm.isBigEndian),
      count: 4801, channels: 2)
    let written = try format(url)
    #expect(written.mFormatID == kAudioFormatLinearPCM)
    #expect(written.mBitsPerChannel == UInt32(pcm.bits))
    #expect((written.mFormatFlags & kAudioFormatFlagIsFloat != 0) == pcm.isFloat)
    #expect((written.mFormatFlags & kAudioFormatFlagIsBigEndian != 0) == pcm.isBigEndian)
    let sound = try ReadMedia.sound(url)
    #expect(sound.count == 4801)
    let original = (0..<4801).flatMap { position in
      (0..<2).map { ComputedMedia.tone(position, channel: $0, rate: 48_000) }
    }
    // Half a step of the depth, and rounding on the way there and back.
    #expect(rmsDifference(sound.samples, original) < max(2 / Double(1 << min(pcm.bits, 24)), 1e-7))
    if Tool.ffprobe.isInstalled(for: "its reading of our sound is not compared") {
      let values = try Probe.values(of: url.path, stream: "a:0", fields: ["codec_name", "channels", "sample_rate"])
      #expect(values == ["codec_name": pcm.codec, "channels": "2", "sample_rate": "48000"])
    }
  }
}
