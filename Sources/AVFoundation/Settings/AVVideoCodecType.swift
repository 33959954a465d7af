/// A video codec by its four characters, for `AVVideoCodecKey`.
public struct AVVideoCodecType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension AVVideoCodecType {
  public static let JPEGXL = AVVideoCodecType(rawValue: "jxlc")
  public static let appleProRes4444XQ = AVVideoCodecType(rawValue: "ap4x")
  public static let h264 = AVVideoCodecType(rawValue: "avc1")
  public static let hevc = AVVideoCodecType(rawValue: "hvc1")
  public static let hevcWithAlpha = AVVideoCodecType(rawValue: "muxa")
  public static let jpeg = AVVideoCodecType(rawValue: "jpeg")
  public static let proRes422 = AVVideoCodecType(rawValue: "apcn")
  public static let proRes422HQ = AVVideoCodecType(rawValue: "apch")
  public static let proRes422LT = AVVideoCodecType(rawValue: "apcs")
  public static let proRes422Proxy = AVVideoCodecType(rawValue: "apco")
  public static let proRes4444 = AVVideoCodecType(rawValue: "ap4h")
  public static let proResRAW = AVVideoCodecType(rawValue: "aprn")
  public static let proResRAWHQ = AVVideoCodecType(rawValue: "aprh")
}
