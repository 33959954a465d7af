import AVFoundation
import TestSupport
import Testing

/// Linear PCM whose channels come in another order than WAVE's.
@Suite("Order of channels")
struct ChannelOrderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An order of 5.1's channels.
  struct Order: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// The place of each channel in WAVE's order, from 0.
    var places: [Int]
    var layout: ManagedAudioChannelLayout

    init(_ name: String, _ places: [Int], tag: AudioChannelLayoutTag) {
      (testDescription, self.places, layout) = (name, places, ManagedAudioChannelLayout(tag: tag))
    }

    /// - Parameter labels: of the speakers, in WAVE's order.
    init(_ name: String, _ places: [Int], describing labels: [AudioChannelLabel]) {
      (testDescription, self.places) = (name, places)
      layout = ManagedAudioChannelLayout(
        channelDescriptions: places.map {
          AudioChannelDescription(mChannelLabel: labels[$0], mChannelFlags: [], mCoordinates: (0, 0, 0))
        })
    }

    var isUsual: Bool { places == places.sorted() }
  }

  static let orders = [
    Order("WAVE's", [0, 1, 2, 3, 4, 5], tag: kAudioChannelLayoutTag_MPEG_5_1_A),
    Order("AAC's", [2, 0, 1, 4, 5, 3], tag: kAudioChannelLayoutTag_AAC_5_1),
    Order("film's", [0, 2, 1, 4, 5, 3], tag: kAudioChannelLayoutTag_MPEG_5_1_C),
    Order("described in no usual order", [5, 3, 0, 4, 2, 1], describing: [1, 2, 3, 4, 5, 6]),
    Order(
      "described with speakers at the sides", [4, 5, 3, 2, 1, 0],
      describing: [1, 2, 3, 4, kAudioChannelLabel_LeftSideSurround, kAudioChannelLabel_RightSideSurround]),
  ]

  /// The level of a channel's tone, by its place in WAVE's order: another for each, so that every channel is known again.
  private static func level(_ place: Int) -> Float { Float(place + 1) * 0.08 }

  /// A tone so low that a low-frequency channel keeps it.
  private static func samples(_ start: Int, _ count: Int, _ place: Int) -> [Float] {
    (start..<start + count).map { level(place) * Float(sin(2 * .pi * 60 * Double($0) / 48_000)) }
  }

  private static func format(_ order: Order, isPlanar: Bool) throws -> CMFormatDescription {
    let bytes = UInt32(isPlanar ? 4 : 24)
    var flags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
    if isPlanar { flags |= kAudioFormatFlagIsNonInterleaved }
    return try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM, mFormatFlags: flags, mBytesPerPacket: bytes,
        mFramesPerPacket: 1, mBytesPerFrame: bytes, mChannelsPerFrame: 6, mBitsPerChannel: 32, mReserved: 0),
      layout: order.layout)
  }

  /// Writes a second of sound.
  private func write(
    _ url: URL, _ fileType: AVFileType, settings: [String: Any]?, _ order: Order, isPlanar: Bool
  ) throws {
    let format = try Self.format(order, isPlanar: isPlanar)
    let writer = try AVAssetWriter(outputURL: url, fileType: fileType)
    let input = AVAssetWriterInput(
      mediaType: .audio, outputSettings: settings, sourceFormatHint: settings == nil ? format : nil)
    writer.add(input)
    try WrittenFile.start(writer)
    let count = 4800
    for start in stride(from: 0, to: 48_000, by: count) {
      let planes = order.places.map { Self.samples(start, count, $0) }
      let values = isPlanar ? planes.flatMap { $0 } : (0..<count).flatMap { index in planes.map { $0[index] } }
      input.waitUntilReady()
      let sample = try CMSampleBuffer(
        dataBuffer: ComputedMedia.blockBuffer(values), formatDescription: format, numSamples: count,
        sampleTimings: [
          CMSampleTimingInfo(
            duration: CMTime(value: 1, timescale: 48_000),
            presentationTimeStamp: CMTime(value: CMTimeValue(start), timescale: 48_000), decodeTimeStamp: .invalid)
        ], sampleSizes: isPlanar ? [] : [24])
      guard input.append(sample) else { throw writer.error ?? ReadMedia.Failure(description: "sound was refused") }
    }
    try finishWriting(writer)
  }

  /// Expects six channels, each with the level of its place in WAVE's order.
  private func expectLevels(_ samples: [Float], _ reader: String) {
    // Neither what an encoder adds at the ends, nor how it begins and ends.
    let middle = 10_000..<30_000
    guard samples.count >= middle.upperBound * 6 else {
      Issue.record("\(reader) gives \(samples.count) samples")
      return
    }
    let levels = (0..<6).map { channel in
      let squares = middle.reduce(Float(0)) { $0 + samples[$1 * 6 + channel] * samples[$1 * 6 + channel] }
      return (squares / Float(middle.count) * 2).squareRoot()
    }
    let wanted = (0..<6).map { Self.level($0) }
    #expect(zip(levels, wanted).allSatisfy { abs($0 - $1) < 0.02 }, "\(reader): \(levels), not \(wanted)")
  }

  private func expectWaveOrder(_ url: URL) throws {
    expectLevels(try ReadMedia.sound(url).samples, "our reader")
    guard Tool.ffmpeg.isInstalled(for: "only our reader judges the order of channels") else { return }
    let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", url.path, "-f", "f32le", "-"]).bytes
    expectLevels(bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }, "FFmpeg")
  }

  private static func data(_ layout: ManagedAudioChannelLayout) -> Data {
    layout.withUnsafePointer { Data(bytes: $0, count: layout.sizeInBytes) }
  }

  @Test(arguments: orders, [false, true])
  func `an encoding input puts channels where their speakers are`(_ order: Order, isPlanar: Bool) throws {
    let layout: [String: Any] = [AVChannelLayoutKey: Self.data(Self.orders[0].layout)]
    let pcm = Settings.pcm(channels: 6, bits: 24).merging(layout) { $1 }
    let aac = Settings.aac(channels: 6, layout.merging([AVEncoderBitRateKey: 384_000]) { $1 })
    let outputs: [(AVFileType, [String: Any])] = [(.wav, pcm), (.mov, pcm), (.m4a, aac)]
    for (fileType, settings) in outputs {
      let url = folder.file("\(isPlanar).\(fileType.rawValue)")
      try write(url, fileType, settings: settings, order, isPlanar: isPlanar)
      try expectWaveOrder(url)
    }
  }

  @Test(arguments: orders)
  func `a movie keeps the order of copied channels and says it; its reader decodes them in WAVE's`(_ order: Order)
    throws
  {
    let url = folder.file("out.mov")
    try write(url, .mov, settings: nil, order, isPlanar: false)
    let (_, track) = try ReadMedia.track(url, .audio)
    #expect(track.format.audioChannelLayout == order.layout)
    let first = try #require(try ReadMedia.stored(url, .audio).first).bytes
    let peaks = first.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let written = order.places.map { Self.samples(0, 4800, $0)[200] }
    #expect((0..<6).map { peaks[200 * 6 + $0] } == written)
    expectLevels(try ReadMedia.sound(url).samples, "our reader")
    try ReadMedia.forEachSample(of: url, .audio, settings: [AVFormatIDKey: kAudioFormatLinearPCM]) {
      #expect($0.formatDescription?.audioChannelLayout?.numberOfChannels == 6)
    }
  }

  @Test(arguments: orders)
  func `a file that cannot say an order refuses to copy one`(_ order: Order) throws {
    let format = try Self.format(order, isPlanar: false)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: format)
    #expect(try AVAssetWriter(outputURL: folder.file("a.wav"), fileType: .wav).canAdd(input) == order.isUsual)
    #expect((AVFileType.wav.refusal(ofCopying: format) == nil) == order.isUsual)
    #expect(order.isUsual || AVFileType.wav.refusal(ofCopying: format)?.contains(".mov") == true)
  }
}
