import CoreAudioTypes
import CoreMedia

extension CMFormatDescription {
  /// The bits a second that media of the format usually takes, roughly: tracks of one file are compared by it.
  var usualBitRate: Double {
    switch mediaType {
    case .video: return Double(dimensions.width) * Double(dimensions.height) * Self.bitsPerPixelAndSecond
    case .audio:
      guard let sound = audioStreamBasicDescription else { return Self.codedBitsPerChannel }
      let (channels, rate) = (Double(sound.mChannelsPerFrame), sound.mSampleRate)
      if sound.mFramesPerPacket == 1 { return rate * Double(sound.mBytesPerFrame) * 8 }
      if let depth = sound.sourceDepth { return rate * channels * Double(depth) * Self.losslessShare }
      return channels * Self.codedBitsPerChannel
    default: return Self.textBits
    }
  }

  /// A tenth of a bit for each pixel, 30 times a second.
  private static let bitsPerPixelAndSecond = 3.0
  private static let codedBitsPerChannel = 64_000.0
  /// The share of linear PCM that is left of music without loss.
  private static let losslessShare = 0.6
  /// A line of text every few seconds.
  private static let textBits = 100.0
}
