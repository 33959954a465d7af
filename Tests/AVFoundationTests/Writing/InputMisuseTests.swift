import AVFoundation
import TestSupport
import Testing

/// What making and configuring an input forbids.
enum InputMisuse: String, Misuse {
  case audioWithoutFormat = "WI-05 audio settings without a format"
  case audioWithoutRate = "WI-05 audio settings without a rate"
  case audioWithoutChannels = "WI-05 audio settings without a channel count"
  case manyChannelsWithoutLayout = "WI-05 six channels without a layout"
  case pcmWithoutBitDepth = "WI-05 linear PCM without a bit depth"
  case pcmWithoutNumberKind = "WI-05 linear PCM that is neither integer nor floating point"
  case pcmWithoutByteOrder = "WI-05 linear PCM without a byte order"
  case pcmWithoutInterleaving = "WI-05 linear PCM that does not say whether it is interleaved"
  case losslessWithoutBitDepth = "WI-05 Apple Lossless without a bit depth"
  case videoWithoutCodec = "WI-06 video settings without a codec"
  case videoWithoutWidth = "WI-06 video settings without a width"
  case videoWithoutHeight = "WI-06 video settings without a height"
  case uncompressedVideo = "WI-06 keys of pixel buffers in video settings"
  case hintOfOtherType = "WI-08 a hint of another media type"
  case hintWithoutSize = "WI-09 a video hint without a size"
  case audioSettingsForVideo = "WI-10 audio settings for a video input"
  case videoSettingsForAudio = "WI-10 video settings for an audio input"
  case settingsForText = "WI-10 settings for a text input"
  case scalingModeFit = "WI-11 the scaling mode Fit"
  case converterQuality = "WI-12 the sample rate converter's audio quality"
  case decompressionProperties = "WI-12 decompression properties"
  case encoderQualityWithoutHint = "WI-12 the encoder's audio quality without a hint"
  case enabledInGroup = "WI-28 the enabled flag of an input in a group"
  case unknownLocation = "WI-33 a location of media that is none"
  case impossibleAssociation = "WI-86 an association with media that it is not for"
  case lateAssociation = "WI-86 an association while writing"
  case foreignDefaultInput = "IG-01 a default input that is not in the group"
  case impossibleGroup = "IG-02 a group in a file type without alternatives"
  case inputOfTwoGroups = "IG-02 an input of two groups"
  case wrongLanguage = "WI-26 a language code that is none"
  case wrongLanguageTag = "WI-27 a language tag that is none"
  case audioTimeScale = "WI-29 a media time scale for audio"
  case chunkDurationOfNothing = "WI-30 a chunk duration that is not positive"
  case negativeChunkDuration = "WI-30 a chunk duration that is negative"
  case chunkDurationInvalid = "WI-30 a chunk duration that is not numeric"
  case negativeAlignment = "WI-31 a negative chunk alignment"

  var exception: (name: ExceptionName, words: [String]) {
    switch self {
    case .audioWithoutFormat: (.invalidArgument, [AVFormatIDKey])
    case .audioWithoutRate: (.invalidArgument, [AVSampleRateKey])
    case .audioWithoutChannels: (.invalidArgument, [AVNumberOfChannelsKey])
    case .manyChannelsWithoutLayout: (.invalidArgument, [AVChannelLayoutKey])
    case .pcmWithoutBitDepth: (.invalidArgument, [AVLinearPCMBitDepthKey])
    case .pcmWithoutNumberKind: (.invalidArgument, [AVLinearPCMIsFloatKey])
    case .pcmWithoutByteOrder: (.invalidArgument, [AVLinearPCMIsBigEndianKey])
    case .pcmWithoutInterleaving: (.invalidArgument, [AVLinearPCMIsNonInterleaved])
    case .losslessWithoutBitDepth: (.invalidArgument, [AVEncoderBitDepthHintKey])
    case .videoWithoutCodec: (.invalidArgument, [AVVideoCodecKey])
    case .videoWithoutWidth: (.invalidArgument, [AVVideoWidthKey])
    case .videoWithoutHeight: (.invalidArgument, [AVVideoHeightKey])
    case .uncompressedVideo: (.invalidArgument, ["compressed"])
    case .hintOfOtherType: (.invalidArgument, ["hint", "vide"])
    case .hintWithoutSize: (.invalidArgument, ["hint", "width"])
    case .audioSettingsForVideo, .videoSettingsForAudio: (.invalidArgument, ["settings"])
    case .settingsForText: (.invalidArgument, ["text"])
    case .scalingModeFit: (.invalidArgument, [AVVideoScalingModeFit])
    case .converterQuality: (.invalidArgument, [AVSampleRateConverterAudioQualityKey])
    case .decompressionProperties: (.invalidArgument, [AVVideoDecompressionPropertiesKey])
    case .encoderQualityWithoutHint: (.invalidArgument, [AVEncoderAudioQualityKey])
    case .enabledInGroup: (.invalidArgument, ["marksOutputTrackAsEnabled", "group"])
    case .unknownLocation: (.invalidArgument, ["elsewhere"])
    case .impossibleAssociation: (.invalidArgument, ["tmcd", "soun"])
    case .lateAssociation: (.internalInconsistency, ["startWriting"])
    case .foreignDefaultInput: (.invalidArgument, ["default input"])
    case .impossibleGroup: (.invalidArgument, ["com.microsoft.waveform-audio"])
    case .inputOfTwoGroups: (.invalidArgument, ["another group"])
    case .wrongLanguage: (.invalidArgument, ["English", "639-2"])
    case .wrongLanguageTag: (.invalidArgument, ["en_US", "BCP 47"])
    case .audioTimeScale: (.invalidArgument, ["time scale"])
    case .chunkDurationOfNothing, .negativeChunkDuration, .chunkDurationInvalid:
      (.invalidArgument, ["preferredMediaChunkDuration"])
    case .negativeAlignment: (.invalidArgument, ["preferredMediaChunkAlignment"])
    }
  }

  func commit(in folder: URL) throws {
    switch self {
    case .audioWithoutFormat: audio([AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2])
    case .audioWithoutRate: audio([AVFormatIDKey: kAudioFormatMPEG4AAC, AVNumberOfChannelsKey: 2])
    case .audioWithoutChannels: audio([AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000])
    case .manyChannelsWithoutLayout: audio(Settings.aac(channels: 6))
    case .pcmWithoutBitDepth: audio(Settings.pcm().without(AVLinearPCMBitDepthKey))
    case .pcmWithoutNumberKind: audio(Settings.pcm().without(AVLinearPCMIsFloatKey))
    case .pcmWithoutByteOrder: audio(Settings.pcm().without(AVLinearPCMIsBigEndianKey))
    case .pcmWithoutInterleaving: audio(Settings.pcm().without(AVLinearPCMIsNonInterleaved))
    case .losslessWithoutBitDepth:
      audio([AVFormatIDKey: kAudioFormatAppleLossless, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 2])
    case .videoWithoutCodec: video([AVVideoWidthKey: 64, AVVideoHeightKey: 48])
    case .videoWithoutWidth: video([AVVideoCodecKey: AVVideoCodecType.h264, AVVideoHeightKey: 48])
    case .videoWithoutHeight: video([AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64])
    case .uncompressedVideo:
      video([kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA])
    case .hintOfOtherType:
      _ = AVAssetWriterInput(
        mediaType: .video, outputSettings: nil, sourceFormatHint: try ComputedMedia.pcmFormat())
    case .hintWithoutSize:
      let hint = try CMFormatDescription(mediaType: .video, mediaSubType: .h264)
      _ = AVAssetWriterInput(mediaType: .video, outputSettings: nil, sourceFormatHint: hint)
    case .audioSettingsForVideo: video(Settings.aac())
    case .videoSettingsForAudio: audio(Settings.video())
    case .settingsForText: _ = AVAssetWriterInput(mediaType: .text, outputSettings: [:])
    case .scalingModeFit: video(Settings.video([AVVideoScalingModeKey: AVVideoScalingModeFit]))
    case .converterQuality:
      audio(Settings.aac([AVSampleRateConverterAudioQualityKey: AVAudioQuality.high.rawValue]))
    case .decompressionProperties: video(Settings.video([AVVideoDecompressionPropertiesKey: [String: Any]()]))
    case .encoderQualityWithoutHint: audio(Settings.aac([AVEncoderAudioQualityKey: AVAudioQuality.high.rawValue]))
    case .enabledInGroup:
      let input = anyInput
      let group = AVAssetWriterInputGroup(inputs: [input], defaultInput: input)
      input.marksOutputTrackAsEnabled = group.defaultInput == nil
    case .unknownLocation: anyInput.mediaDataLocation = .init(rawValue: "elsewhere")
    case .impossibleAssociation:
      anyInput.addTrackAssociation(
        withTrackOf: AVAssetWriterInput(mediaType: .audio, outputSettings: nil), type: "tmcd")
    case .lateAssociation:
      let started = try WriterWithInput(in: folder)
      started.start()
      started.input.addTrackAssociation(withTrackOf: anyInput, type: "folw")
    case .foreignDefaultInput: _ = AVAssetWriterInputGroup(inputs: [anyInput], defaultInput: anyInput)
    case .impossibleGroup:
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil)
      try AVAssetWriter(outputURL: folder.appendingPathComponent("out.wav"), fileType: .wav)
        .add(AVAssetWriterInputGroup(inputs: [input], defaultInput: input))
    case .inputOfTwoGroups:
      let (input, writer) = (anyInput, try WriterWithInput(in: folder).writer)
      writer.add(AVAssetWriterInputGroup(inputs: [input], defaultInput: input))
      writer.add(AVAssetWriterInputGroup(inputs: [input], defaultInput: input))
    case .wrongLanguage: anyInput.languageCode = "English"
    case .wrongLanguageTag: anyInput.extendedLanguageTag = "en_US"
    case .audioTimeScale: AVAssetWriterInput(mediaType: .audio, outputSettings: nil).mediaTimeScale = 600
    case .chunkDurationOfNothing: anyInput.preferredMediaChunkDuration = .zero
    case .negativeChunkDuration: anyInput.preferredMediaChunkDuration = CMTime(value: -1, timescale: 2)
    case .chunkDurationInvalid: anyInput.preferredMediaChunkDuration = .indefinite
    case .negativeAlignment: anyInput.preferredMediaChunkAlignment = -1
    }
  }

  private var anyInput: AVAssetWriterInput { AVAssetWriterInput(mediaType: .video, outputSettings: nil) }
  private func audio(_ settings: [String: Any]) { _ = AVAssetWriterInput(mediaType: .audio, outputSettings: settings) }
  private func video(_ settings: [String: Any]) { _ = AVAssetWriterInput(mediaType: .video, outputSettings: settings) }
}

@Suite("Misuse of an input's making and configuring")
struct InputMisuseTests {
  @Test(arguments: InputMisuse.allCases)
  func `stops the process`(_ misuse: InputMisuse) async throws {
    let folder = try TemporaryFolder()
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [misuse = misuse as InputMisuse, folder = folder.url as URL] in
      try misuse.commit(in: folder)
    }
    expectException(misuse, result)
  }
}

extension [String: Any] {
  /// The settings but for one key.
  fileprivate func without(_ key: String) -> [String: Any] { filter { $0.key != key } }
}
