// Keys and values of video settings dictionaries, with Apple's names and raw values.

/// The codec: an `AVVideoCodecType` or its raw string. Encoded here: H.264, HEVC, ProRes,
/// Motion JPEG, and AV1, VP9 and FFV1.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// Width of the encoded picture in pixels, a number.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// Height of the encoded picture in pixels, a number.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// A dictionary of horizontal and vertical spacing.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatioKey"
/// A whole number greater than 0.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "AVVideoPixelAspectRatioHorizontalSpacingKey"
/// A whole number greater than 0.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "AVVideoPixelAspectRatioVerticalSpacingKey"
/// A dictionary of the part of the encoded picture that is to be shown.
public let AVVideoCleanApertureKey = "AVVideoCleanApertureKey"
/// In pixels.
public let AVVideoCleanApertureWidthKey = "AVVideoCleanApertureWidthKey"
/// In pixels.
public let AVVideoCleanApertureHeightKey = "AVVideoCleanApertureHeightKey"
/// From the picture's centre, in pixels.
public let AVVideoCleanApertureHorizontalOffsetKey = "AVVideoCleanApertureHorizontalOffsetKey"
/// From the picture's centre, in pixels.
public let AVVideoCleanApertureVerticalOffsetKey = "AVVideoCleanApertureVerticalOffsetKey"
/// What happens where the source has another size: one of `AVVideoScalingMode…`. The default stretches.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Crops or pads around the centre without scaling. Refused for writing (WI-11).
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// Stretches to the size, whatever the aspect ratio.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Keeps the aspect ratio and pads with black.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Keeps the aspect ratio and crops what does not fit.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"

/// A dictionary of primaries, transfer function and matrix; all three or none.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// One of `AVVideoColorPrimaries_…`.
public let AVVideoColorPrimariesKey = "AVVideoColorPrimariesKey"
/// EBU 3213.
public let AVVideoColorPrimaries_EBU_3213 = "EBU_3213"
/// ITU R 2020.
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
/// ITU R 709 2.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// P3 D65.
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
/// SMPTE C.
public let AVVideoColorPrimaries_SMPTE_C = "SMPTE_C"
/// One of `AVVideoTransferFunction_…`.
public let AVVideoTransferFunctionKey = "AVVideoTransferFunctionKey"
/// IEC sRGB.
public let AVVideoTransferFunction_IEC_sRGB = "IEC_sRGB"
/// ITU R 2100 HLG.
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
/// ITU R 709 2.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// Linear.
public let AVVideoTransferFunction_Linear = "Linear"
/// SMPTE 240M 1995.
public let AVVideoTransferFunction_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// SMPTE ST 2084 PQ.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ = "SMPTE_ST_2084_PQ"
/// One of `AVVideoYCbCrMatrix_…`.
public let AVVideoYCbCrMatrixKey = "AVVideoYCbCrMatrixKey"
/// ITU R 2020.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"
/// ITU R 601 4.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// ITU R 709 2.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// SMPTE 240M 1995.
public let AVVideoYCbCrMatrix_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// Whether the client handles wide colour; a Boolean.
public let AVVideoAllowWideColorKey = "AVVideoAllowWideColorKey"

/// A dictionary of what follows.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// Bits a second, a number.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// 0 (worst) to 1 (best), a number: constant quality.
public let AVVideoQualityKey = "Quality"
/// The most frames from one key frame to the next; 1 makes every frame one.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The longest time from one key frame to the next in seconds; 0 sets no limit.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Whether B pictures may be used; a Boolean.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// Frames a second of the source; a hint for rate control. Times always come from the samples.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// Frames a second that no other frame may be dropped from.
public let AVVideoAverageNonDroppableFrameRateKey = "AVVideoAverageNonDroppableFrameRateKey"
/// One of `AVVideoProfileLevelH264…`.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// Main profile at the lowest level that fits.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// Baseline profile, level 3.0.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// Baseline profile, level 3.1.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// Baseline profile, level 4.1.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// Baseline profile at the lowest level that fits.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// Main profile, level 3.0.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// Main profile, level 3.1.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// Main profile, level 3.2.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// Main profile, level 4.1.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// High profile, level 4.0.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// High profile, level 4.1.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
/// High profile at the lowest level that fits.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// `AVVideoH264EntropyModeCAVLC` or `AVVideoH264EntropyModeCABAC`.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// AVVideoH264EntropyModeCAVLC
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// AVVideoH264EntropyModeCABAC
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// A dictionary that names an encoder.
public let AVVideoEncoderSpecificationKey = "AVVideoEncoderSpecificationKey"
/// A dictionary of what a reader's decoder is asked for. Not for writing (WI-12).
public let AVVideoDecompressionPropertiesKey = "AVVideoDecompressionPropertiesKey"
