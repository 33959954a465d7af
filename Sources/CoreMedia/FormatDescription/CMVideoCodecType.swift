public import CoreGraphics

/// A video codec, or a pixel format of raw video.
public typealias CMVideoCodecType = FourCharCode
/// A pixel format in a format description.
public typealias CMPixelFormatType = FourCharCode

public let kCMPixelFormat_32ARGB: CMPixelFormatType = 32
public let kCMPixelFormat_32BGRA: CMPixelFormatType = 0x42475241  // 'BGRA'
public let kCMPixelFormat_24RGB: CMPixelFormatType = 24
public let kCMPixelFormat_16BE555: CMPixelFormatType = 16
public let kCMPixelFormat_16BE565: CMPixelFormatType = 0x42353635  // 'B565'
public let kCMPixelFormat_16LE555: CMPixelFormatType = 0x4c353535  // 'L555'
public let kCMPixelFormat_16LE565: CMPixelFormatType = 0x4c353635  // 'L565'
public let kCMPixelFormat_16LE5551: CMPixelFormatType = 0x35353531  // '5551'
public let kCMPixelFormat_422YpCbCr8: CMPixelFormatType = 0x32767579  // '2vuy'
public let kCMPixelFormat_422YpCbCr8_yuvs: CMPixelFormatType = 0x79757673  // 'yuvs'
public let kCMPixelFormat_444YpCbCr8: CMPixelFormatType = 0x76333038  // 'v308'
public let kCMPixelFormat_4444YpCbCrA8: CMPixelFormatType = 0x76343038  // 'v408'
public let kCMPixelFormat_422YpCbCr16: CMPixelFormatType = 0x76323136  // 'v216'
public let kCMPixelFormat_422YpCbCr10: CMPixelFormatType = 0x76323130  // 'v210'
public let kCMPixelFormat_444YpCbCr10: CMPixelFormatType = 0x76343130  // 'v410'
public let kCMPixelFormat_8IndexedGray_WhiteIsZero: CMPixelFormatType = 0x00000028

public let kCMVideoCodecType_422YpCbCr8: CMVideoCodecType = kCMPixelFormat_422YpCbCr8
public let kCMVideoCodecType_Animation: CMVideoCodecType = 0x726c6520  // 'rle '
public let kCMVideoCodecType_Cinepak: CMVideoCodecType = 0x63766964  // 'cvid'
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6a706567  // 'jpeg'
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646d6231  // 'dmb1'
public let kCMVideoCodecType_JPEG_XL: CMVideoCodecType = 0x6a786c63  // 'jxlc'
public let kCMVideoCodecType_SorensonVideo: CMVideoCodecType = 0x53565131  // 'SVQ1'
public let kCMVideoCodecType_SorensonVideo3: CMVideoCodecType = 0x53565133  // 'SVQ3'
public let kCMVideoCodecType_H263: CMVideoCodecType = 0x68323633  // 'h263'
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x61766331  // 'avc1'
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x68766331  // 'hvc1'
public let kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType = 0x6d757861  // 'muxa'
public let kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType = 0x64766831  // 'dvh1'
public let kCMVideoCodecType_MPEG4Video: CMVideoCodecType = 0x6d703476  // 'mp4v'
public let kCMVideoCodecType_MPEG2Video: CMVideoCodecType = 0x6d703276  // 'mp2v'
public let kCMVideoCodecType_MPEG1Video: CMVideoCodecType = 0x6d703176  // 'mp1v'
public let kCMVideoCodecType_VP9: CMVideoCodecType = 0x76703039  // 'vp09'
public let kCMVideoCodecType_DVCNTSC: CMVideoCodecType = 0x64766320  // 'dvc '
public let kCMVideoCodecType_DVCPAL: CMVideoCodecType = 0x64766370  // 'dvcp'
public let kCMVideoCodecType_DVCProPAL: CMVideoCodecType = 0x64767070  // 'dvpp'
public let kCMVideoCodecType_DVCPro50NTSC: CMVideoCodecType = 0x6476356e  // 'dv5n'
public let kCMVideoCodecType_DVCPro50PAL: CMVideoCodecType = 0x64763570  // 'dv5p'
public let kCMVideoCodecType_DVCPROHD720p60: CMVideoCodecType = 0x64766870  // 'dvhp'
public let kCMVideoCodecType_DVCPROHD720p50: CMVideoCodecType = 0x64766871  // 'dvhq'
public let kCMVideoCodecType_DVCPROHD1080i60: CMVideoCodecType = 0x64766836  // 'dvh6'
public let kCMVideoCodecType_DVCPROHD1080i50: CMVideoCodecType = 0x64766835  // 'dvh5'
public let kCMVideoCodecType_DVCPROHD1080p30: CMVideoCodecType = 0x64766833  // 'dvh3'
public let kCMVideoCodecType_DVCPROHD1080p25: CMVideoCodecType = 0x64766832  // 'dvh2'
public let kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType = 0x61703478  // 'ap4x'
public let kCMVideoCodecType_AppleProRes4444: CMVideoCodecType = 0x61703468  // 'ap4h'
public let kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType = 0x61706368  // 'apch'
public let kCMVideoCodecType_AppleProRes422: CMVideoCodecType = 0x6170636e  // 'apcn'
public let kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType = 0x61706373  // 'apcs'
public let kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType = 0x6170636f  // 'apco'
public let kCMVideoCodecType_AppleProResRAW: CMVideoCodecType = 0x6170726e  // 'aprn'
public let kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType = 0x61707268  // 'aprh'
public let kCMVideoCodecType_DisparityHEVC: CMVideoCodecType = 0x64697368  // 'dish'
public let kCMVideoCodecType_DepthHEVC: CMVideoCodecType = 0x64657068  // 'deph'
public let kCMVideoCodecType_AV1: CMVideoCodecType = 0x61763031  // 'av01'
