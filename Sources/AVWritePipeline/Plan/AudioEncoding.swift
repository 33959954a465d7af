/// How an audio track will be encoded.
public struct AudioEncoding: Sendable, Hashable {
  /// The codec and what it takes to choose it.
  public enum Format: Sendable, Hashable {
    case aac(BitRate)
    case mp3(BitRate)
    /// Little-endian, interleaved.
    case pcm(bits: Int, isFloat: Bool)
  }

  public var format: Format
  /// In hertz.
  public var sampleRate: Int
  public var channels: Int
}

extension AudioEncoding.Format {
  /// Samples of one channel in a packet: AAC-LC's and MPEG-1 Layer III's frames.
  var samplesPerPacket: Int {
    switch self {
    case .aac: 1024
    case .mp3: 1152
    case .pcm: 1
    }
  }

  var name: String {
    switch self {
    case .aac: "aac"
    case .mp3: "mp3"
    case .pcm: "pcm"
    }
  }
}
