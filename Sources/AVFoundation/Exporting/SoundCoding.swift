import CoreAudioTypes
import CoreMedia
import Foundation

/// The coding of sound in an exported file: a value.
struct SoundCoding: Sendable {
  let format: AudioFormatID
  /// Samples of a channel a second.
  let sampleRate: Double
  let channels: Int
  /// The number of bits of a sample of linear PCM.
  private let bitDepth: Int
  private let isBigEndian: Bool

  /// - Parameter channelLimit: the largest number of channels; nil for as many as the track has.
  init(_ format: AudioFormatID, of track: AVAssetTrack, in type: AVFileType, channelLimit: Int? = nil) {
    self.init(format, ofMixed: [track], in: type, channelLimit: channelLimit)
  }

  /// The coding of the mix of tracks: with the highest rate, the most channels and the most bits of them.
  init(_ format: AudioFormatID, ofMixed tracks: [AVAssetTrack], in type: AVFileType, channelLimit: Int? = nil) {
    self.format = format
    let sources = tracks.compactMap { $0.exportedFormat?.audioStreamBasicDescription }
    let rate = sources.map(\.mSampleRate).filter { $0 > 0 }.max() ?? Self.usualRate
    sampleRate = Self.rate(nearest: rate, for: format)
    let most = sources.map { Int($0.mChannelsPerFrame) }.max() ?? 2
    channels = min(max(1, most), channelLimit ?? Self.channelLimit(of: format))
    bitDepth = sources.map(\.mBitsPerChannel).max() ?? 16 > 16 ? 24 : 16
    isBigEndian = type.usesBigEndianPCM
  }

  private static let usualRate = 44_100.0

  /// The rates of AAC up to 48 kHz (ISO/IEC 14496-3, table 1.18), which MP3, Opus and Vorbis have a part of.
  private static let rates = [8000.0, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

  /// Returns the rate itself where the coding has it, else the next above, else the highest.
  private static func rate(nearest rate: Double, for format: AudioFormatID) -> Double {
    switch format {
    case kAudioFormatLinearPCM, kAudioFormatAppleLossless, kAudioFormatFLAC: rate
    case kAudioFormatOpus: 48_000
    default: rates.first { $0 >= rate } ?? 48_000
    }
  }

  private static func channelLimit(of format: AudioFormatID) -> Int {
    switch format {
    case kAudioFormatLinearPCM: .max
    case kAudioFormatMPEGLayer3: 2
    default: 8
    }
  }

  /// The settings of a writer's input.
  var settings: [String: Any] {
    var settings: [String: Any] = [
      AVFormatIDKey: format, AVSampleRateKey: sampleRate, AVNumberOfChannelsKey: channels,
    ]
    if format == kAudioFormatLinearPCM {
      settings[AVLinearPCMBitDepthKey] = bitDepth
      settings[AVLinearPCMIsFloatKey] = false
      settings[AVLinearPCMIsBigEndianKey] = isBigEndian
      settings[AVLinearPCMIsNonInterleaved] = false
    }
    return settings
  }

  /// The number of bits in a second, approximately.
  var bitsPerSecond: Double {
    switch format {
    case kAudioFormatLinearPCM: sampleRate * Double(channels * bitDepth)
    case kAudioFormatAppleLossless, kAudioFormatFLAC: sampleRate * Double(channels * bitDepth) * 0.6
    default: Double(Self.usualBitsOfChannel * channels)
    }
  }

  private static let usualBitsOfChannel = 64_000

  /// The number of samples of a channel in a packet, approximately.
  var samplesPerPacket: Double { format == kAudioFormatLinearPCM ? 1 : 1024 }
}
