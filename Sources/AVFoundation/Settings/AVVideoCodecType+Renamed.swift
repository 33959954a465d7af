// Spellings of older documentation, so that old code gets a fix-it.

@available(*, deprecated, renamed: "AVVideoCodecType.h264")
public let AVVideoCodecH264 = AVVideoCodecType.h264
@available(*, deprecated, renamed: "AVVideoCodecType.hevc")
public let AVVideoCodecHEVC = AVVideoCodecType.hevc
@available(*, deprecated, renamed: "AVVideoCodecType.jpeg")
public let AVVideoCodecJPEG = AVVideoCodecType.jpeg
@available(*, deprecated, renamed: "AVVideoCodecType.proRes4444")
public let AVVideoCodecAppleProRes4444 = AVVideoCodecType.proRes4444
@available(*, deprecated, renamed: "AVVideoCodecType.proRes422")
public let AVVideoCodecAppleProRes422 = AVVideoCodecType.proRes422
