import Bitstreams
package import CoreAudioTypes
import MediaInterop
import MediaSupport

/// The settings that a codec's encoder accepts, for user interfaces that offer a choice.
extension AudioSettings.Codec {
  /// The sample rates in Hz, lowest first. It is empty if any rate is accepted.
  package var sampleRates: [Int] {
    switch self {
    case .mp3: MP3Encoder.sampleRates
    default: codecID?.encoderSampleRates ?? []
    }
  }

  /// The total bit rates of all channels in bits a second, lowest first. It is empty for a codec whose rate follows
  /// from the samples, and if only the encoder can tell.
  ///
  /// If a codec accepts any number within bounds, these are common ones.
  package func bitRates(sampleRate: Int, channelCount: Int) -> [Int] {
    switch self {
    case .mp3: return MP3Encoder.bitRates(sampleRate: sampleRate)
    case .ac3: return AudioEncoder.Settings.ac3BitRates
    case .aac, .opus, .enhancedAC3, .vorbis, .appleLossless, .flac, .pcm:
      guard let possible = bounds(sampleRate, channelCount) else { return [] }
      return Self.usualBitRates.map { $0 * channelCount }.filter(possible.contains)
    }
  }

  /// Returns whether a bit rate in bits a second is possible with a sample rate.
  package func takes(bitRate: Int, sampleRate: Int, channelCount: Int) -> Bool {
    bounds(sampleRate, channelCount)?.contains(bitRate)
      ?? bitRates(sampleRate: sampleRate, channelCount: channelCount).contains(bitRate)
  }

  /// Returns the range of bit rates of a codec that accepts any number within bounds. It is `nil` for another codec.
  private func bounds(_ sampleRate: Int, _ channelCount: Int) -> ClosedRange<Int>? {
    codecID.flatMap {
      AudioEncoder.Settings(codec: $0, sampleRate: sampleRate, layout: ChannelLayout(count: channelCount, mask: 0))
        .possibleBitRates
    }
  }

  /// The usual bit rates of one channel, in bits a second.
  private static let usualBitRates = [8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 256, 320]
    .map { $0 * 1000 }

  /// The channel layouts, by tag. It is empty if any layout is accepted.
  package var layoutTags: [AudioChannelLayoutTag] {
    if case .mp3 = self { return [kAudioChannelLayoutTag_Mono, kAudioChannelLayoutTag_Stereo] }
    let tags = codecID?.encoderLayouts.map { $0.managedLayout.tag } ?? []
    return tags.filter { AudioChannelLayoutTag_GetNumberOfChannels($0) > 0 }
  }

  private var codecID: CodecID? {
    switch self {
    case .aac: .aac
    case .opus: .opus
    case .vorbis: .vorbis
    case .ac3: .ac3
    case .enhancedAC3: .eac3
    case .appleLossless: .alac
    case .flac: .flac
    case .mp3, .pcm: nil
    }
  }
}

/// The limits of the codecs by their standards, for planning without the libraries: no encoder is opened.
extension AudioSettings.Codec {
  /// Makes the codec that encodes a format; lossless codecs get the source's bit depth. It is `nil` for linear PCM,
  /// which has many forms, and for a format that this build does not encode.
  package init?(_ format: AudioFormatID) {
    switch format {
    case kAudioFormatMPEG4AAC: self = .aac
    case kAudioFormatMPEGLayer3: self = .mp3
    case kAudioFormatOpus: self = .opus
    case kAudioFormatVorbis: self = .vorbis
    case kAudioFormatAC3: self = .ac3
    case kAudioFormatEnhancedAC3: self = .enhancedAC3
    case kAudioFormatAppleLossless: self = .appleLossless(bitDepth: nil)
    case kAudioFormatFLAC: self = .flac(bitDepth: nil)
    default: return nil
    }
  }

  /// The largest number of channels. It is `nil` for linear PCM, which has no limit.
  ///
  /// MPEG-1 layer III has two (ISO/IEC 11172-3), AC-3 has 5.1 (ETSI TS 102 366, table 4.3), and the largest channel
  /// configuration of the others is 7.1.
  package var channelLimit: Int? {
    switch self {
    case .mp3: 2
    case .ac3, .enhancedAC3: 6
    case .aac, .opus, .vorbis, .appleLossless, .flac: 8
    case .pcm: nil
    }
  }

  /// The sample rates that are encoded unless another is wanted, in Hz, lowest first. It is empty if any rate will do.
  ///
  /// Opus decodes at 48 kHz (RFC 7845, 4). libvorbis accepts any rate, but keeps a bit rate only up to 50 kHz.
  var usualSampleRates: [Int] {
    switch self {
    case .aac: AudioSpecificConfig.sampleRates.sorted()
    case .mp3, .vorbis: MP3Encoder.sampleRates
    case .ac3, .enhancedAC3: AC3SyncFrame.sampleRates.sorted()
    case .opus: [48_000]
    case .appleLossless, .flac, .pcm: []
    }
  }

  /// Returns a source's sample rate in Hz if the codec supports it, else the next higher rate, which loses nothing,
  /// else the highest.
  package func sampleRate(nearest rate: Int) -> Int {
    let rates = usualSampleRates
    return rates.first { $0 >= rate } ?? rates.last ?? rate
  }

  /// Returns the highest total bit rate of all channels in bits a second. It is `nil` for a codec whose rate follows
  /// from the samples, and if only the encoder can tell.
  package func largestBitRate(sampleRate: Int, channelCount: Int) -> Int? {
    bounds(sampleRate, channelCount)?.upperBound ?? bitRates(sampleRate: sampleRate, channelCount: channelCount).last
  }
}
