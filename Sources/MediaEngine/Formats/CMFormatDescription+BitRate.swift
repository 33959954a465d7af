import CoreAudioTypes
import CoreMedia

extension CMFormatDescription {
  /// The bits a second that media of the format usually takes, roughly. It is used to compare tracks of one file.
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
  /// The size of losslessly compressed music relative to linear PCM.
  private static let losslessShare = 0.6
  /// A line of text every few seconds.
  private static let textBits = 100.0
}
