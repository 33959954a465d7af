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
  var name: String {
    switch self {
    case .aac: "aac"
    case .mp3: "mp3"
    case .pcm: "pcm"
    }
  }
}
