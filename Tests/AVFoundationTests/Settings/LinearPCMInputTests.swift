import AVFoundation
import TestSupport
import Testing

/// The forms of linear PCM that an input with settings takes.
@Suite("Linear PCM that is encoded")
struct LinearPCMInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: PCMForm.packed + PCMForm.gapped)
  func `WI-68: every form of linear PCM is encoded, to the step of its bits`(_ form: PCMForm) throws {
    let url = folder.file("out.mov")
    let settings = Settings.pcm(channels: 2, bits: 32, isFloat: true)
    try form.write(to: url, settings: settings, count: 2500, channels: 2)
    let sound = try ReadMedia.sound(url)
    #expect(sound.count == 2500 && sound.channels == 2)
    // The file's samples have 24 significant bits.
    #expect(form.greatestDifference(from: sound) < 1 / Float(1 << 23))
  }

  @Test func `WI-68: each form is taken by AAC, too`() throws {
    for form in [PCMForm(bits: 24, bytes: 3, isBigEndian: true), PCMForm(bits: 8, bytes: 1)] {
      let url = folder.file("\(form.bits).m4a")
      try form.write(to: url, fileType: .m4a, settings: Settings.aac(channels: 2), count: 9600, channels: 2)
      #expect(try ReadMedia.sound(url).count == 9600)
    }
  }

  /// The settings of a reader whose samples an input did not take.
  enum Given: String, CaseIterable { case asStored, of24Bits, bigEndian }

  @Test(arguments: Given.allCases)
  func `what a reader gives an input takes`(_ given: Given) throws {
    let source = MediaFiles.fixture("pcm24-stereo.wav")
    let settings: [String: Any]? =
      switch given {
      case .asStored: nil
      case .of24Bits: [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 24]
      case .bigEndian:
        [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 32, AVLinearPCMIsBigEndianKey: true]
      }
    let writer = try AVAssetWriter(outputURL: folder.file("out.m4a"), fileType: .m4a)
    let input = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2,
        AVEncoderBitDepthHintKey: 24,
      ])
    writer.add(input)
    try WrittenFile.start(writer)
    try ReadMedia.forEachSample(of: source, .audio, settings: settings) { sample in
      input.waitUntilReady()
      #expect(input.append(sample))
    }
    try finishWriting(writer)
    #expect(try ReadMedia.sound(writer.outputURL).samples == ReadMedia.sound(source).samples)
  }
}
