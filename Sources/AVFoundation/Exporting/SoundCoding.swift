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

  /// - Parameter channelLimit: the largest number of channels, or nil for as many as the track has.
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
    channels = min(max(1, most), channelLimit ?? AudioFormatLimits(format).channels)
    bitDepth = sources.map(\.mBitsPerChannel).max() ?? 16 > 16 ? 24 : 16
    isBigEndian = type.usesBigEndianPCM
  }

  private static let usualRate = 44_100.0

  /// The highest rate of lossy codings (EX-09).
  private static let highestRate = 48_000.0

  /// Returns the rate itself where the coding has it, else the next above, else the highest.
  private static func rate(nearest rate: Double, for format: AudioFormatID) -> Double {
    switch format {
    case kAudioFormatLinearPCM, kAudioFormatAppleLossless, kAudioFormatFLAC: rate
    default: Double(AudioFormatLimits(format).sampleRate(nearest: min(rate, highestRate)))
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
    default: Double(AudioFormatLimits.usualBitRatePerChannel * channels)
    }
  }

  /// The number of samples of a channel in a packet, approximately.
  var samplesPerPacket: Double { format == kAudioFormatLinearPCM ? 1 : 1024 }

  /// The number of packets in a second that have a size of their own, approximately; 0 for linear PCM.
  var packetsPerSecond: Double { format == kAudioFormatLinearPCM ? 0 : sampleRate / samplesPerPacket }
}
