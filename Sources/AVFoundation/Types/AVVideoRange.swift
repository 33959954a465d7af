/// The dynamic range of pictures, as playlists name it.
public struct AVVideoRange: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension AVVideoRange {
  /// Standard range.
  public static let sdr = AVVideoRange(rawValue: "AVVideoRangeSDR")
  /// High dynamic range by the hybrid log-gamma function of ITU-R BT.2100.
  public static let hlg = AVVideoRange(rawValue: "AVVideoRangeHLG")
  /// High dynamic range by the perceptual quantizer of SMPTE ST 2084.
  public static let pq = AVVideoRange(rawValue: "AVVideoRangePQ")
}
