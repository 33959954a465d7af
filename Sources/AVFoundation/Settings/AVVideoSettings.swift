// Keys and values of video settings dictionaries, with Apple's names and raw values.

/// The codec: an `AVVideoCodecType` or its raw string. Encoded here: H.264, HEVC, ProRes,
/// Motion JPEG, and AV1, VP9 and FFV1.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The width of the encoded picture in pixels, a number.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The height of the encoded picture in pixels, a number.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// A dictionary of horizontal and vertical spacing.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatioKey"
/// The horizontal spacing, a whole number greater than 0.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "AVVideoPixelAspectRatioHorizontalSpacingKey"
/// The vertical spacing, a whole number greater than 0.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "AVVideoPixelAspectRatioVerticalSpacingKey"
/// A dictionary of the part of the encoded picture that is to be shown.
public let AVVideoCleanApertureKey = "AVVideoCleanApertureKey"
/// The width of the part, in pixels.
public let AVVideoCleanApertureWidthKey = "AVVideoCleanApertureWidthKey"
/// The height of the part, in pixels.
public let AVVideoCleanApertureHeightKey = "AVVideoCleanApertureHeightKey"
/// The horizontal offset of the part from the picture's centre, in pixels. Apple's is a whole number; halves are also
/// accepted here, since the centre of an odd part of an even picture lies between two pixels.
public let AVVideoCleanApertureHorizontalOffsetKey = "AVVideoCleanApertureHorizontalOffsetKey"
/// The vertical offset of the part from the picture's centre, in pixels; halves are also accepted here.
public let AVVideoCleanApertureVerticalOffsetKey = "AVVideoCleanApertureVerticalOffsetKey"
/// The scaling of a source of another size, one of `AVVideoScalingMode…`. The default stretches.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Crops or pads around the centre without scaling. Refused for writing (WI-11).
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// Stretches to the size, whatever the aspect ratio.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Keeps the aspect ratio and pads with black.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Keeps the aspect ratio and crops what does not fit.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"

/// A dictionary of primaries, transfer function and matrix. It has either all three or none.
///
/// Pictures whose attachments state other colours are converted to these (WI-70). Pictures without such attachments are
/// assumed to have these colours.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// The colour primaries, one of `AVVideoColorPrimaries_…`.
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
/// The transfer function, one of `AVVideoTransferFunction_…`.
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
/// The matrix, one of `AVVideoYCbCrMatrix_…`.
public let AVVideoYCbCrMatrixKey = "AVVideoYCbCrMatrixKey"
/// ITU R 2020.
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"
/// ITU R 601 4.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
/// ITU R 709 2.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// SMPTE 240M 1995.
public let AVVideoYCbCrMatrix_SMPTE_240M_1995 = "SMPTE_240M_1995"
/// A Boolean value that says whether the client handles wide colour.
public let AVVideoAllowWideColorKey = "AVVideoAllowWideColorKey"

/// A dictionary of compression properties, whose keys follow.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The average bit rate in bits a second, a number.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// Constant quality, a number from 0 (worst) to 1 (best).
public let AVVideoQualityKey = "Quality"
/// The greatest number of frames from one key frame to the next. With 1 every frame is a key frame.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The longest time from one key frame to the next in seconds; 0 sets no limit.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// A Boolean value that says whether B pictures may be used.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The frame rate of the source, in frames a second: a hint for rate control. Times always come from the samples.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// The average number of frames a second that must not be dropped: a hint, which changes nothing here.
public let AVVideoAverageNonDroppableFrameRateKey = "AVVideoAverageNonDroppableFrameRateKey"
/// The profile and level, one of `AVVideoProfileLevelH264…`.
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
/// The entropy coding of H.264: `AVVideoH264EntropyModeCAVLC` or `AVVideoH264EntropyModeCABAC`.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// Context-adaptive variable-length coding.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// Context-adaptive binary arithmetic coding.
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// A dictionary that names an encoder.
public let AVVideoEncoderSpecificationKey = "AVVideoEncoderSpecificationKey"
/// A dictionary of properties that a reader's decoder is asked for. Not for writing (WI-12).
public let AVVideoDecompressionPropertiesKey = "AVVideoDecompressionPropertiesKey"
