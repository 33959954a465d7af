// Spellings of older documentation, so that old code gets a fix-it.

@available(*, deprecated, renamed: "AVVideoCodecType.h264")
public let AVVideoCodecH264: String = AVVideoCodecType.h264.rawValue
@available(*, deprecated, renamed: "AVVideoCodecType.hevc")
public let AVVideoCodecHEVC: String = AVVideoCodecType.hevc.rawValue
@available(*, deprecated, renamed: "AVVideoCodecType.jpeg")
public let AVVideoCodecJPEG: String = AVVideoCodecType.jpeg.rawValue
@available(*, deprecated, renamed: "AVVideoCodecType.proRes4444")
public let AVVideoCodecAppleProRes4444: String = AVVideoCodecType.proRes4444.rawValue
@available(*, deprecated, renamed: "AVVideoCodecType.proRes422")
public let AVVideoCodecAppleProRes422: String = AVVideoCodecType.proRes422.rawValue
