public import CoreGraphics
internal import CoreVideo

// Extensions of video format descriptions, their values and the keys inside them. Those that image buffers carry too
// have the same strings there.
//
// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

nonisolated(unsafe) public let kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha: CFString =
  kCVImageBufferAlphaChannelMode_PremultipliedAlpha
nonisolated(unsafe) public let kCMFormatDescriptionAlphaChannelMode_StraightAlpha: CFString =
  kCVImageBufferAlphaChannelMode_StraightAlpha
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Bottom: CFString = kCVImageBufferChromaLocation_Bottom
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_BottomLeft: CFString =
  kCVImageBufferChromaLocation_BottomLeft
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Center: CFString = kCVImageBufferChromaLocation_Center
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_DV420: CFString = kCVImageBufferChromaLocation_DV420
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Left: CFString = kCVImageBufferChromaLocation_Left
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_Top: CFString = kCVImageBufferChromaLocation_Top
nonisolated(unsafe) public let kCMFormatDescriptionChromaLocation_TopLeft: CFString =
  kCVImageBufferChromaLocation_TopLeft
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_DCI_P3: CFString = kCVImageBufferColorPrimaries_DCI_P3
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_EBU_3213: CFString =
  kCVImageBufferColorPrimaries_EBU_3213
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString =
  kCVImageBufferColorPrimaries_ITU_R_2020
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString =
  kCVImageBufferColorPrimaries_ITU_R_709_2
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_P22: CFString = kCVImageBufferColorPrimaries_P22
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString = kCVImageBufferColorPrimaries_P3_D65
nonisolated(unsafe) public let kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString =
  kCVImageBufferColorPrimaries_SMPTE_C
nonisolated(unsafe) public let kCMFormatDescriptionConformsToMPEG2VideoProfile: CFString = "ConformsToMPEG2VideoProfile"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString =
  kCVImageBufferAlphaChannelModeKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AlternativeTransferCharacteristics: CFString =
  "AlternativeTransferCharacteristics"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString =
  kCVImageBufferAmbientViewingEnvironmentKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_AuxiliaryTypeInfo: CFString = "AuxiliaryTypeInfo"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_BytesPerRow: CFString = "CVBytesPerRow"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
  kCVImageBufferChromaLocationBottomFieldKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString =
  kCVImageBufferChromaLocationTopFieldKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContentColorVolume: CFString = "ContentColorVolume"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString =
  kCVImageBufferContentLightLevelInfoKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasAdditionalViews: CFString = "HasAdditionalViews"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasLeftStereoEyeView: CFString = "HasLeftStereoEyeView"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HasRightStereoEyeView: CFString = "HasRightStereoEyeView"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HeroEye: CFString = "HeroEye"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HorizontalDisparityAdjustment: CFString =
  "HorizontalDisparityAdjustment"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_LogTransferFunction: CFString =
  kCVImageBufferLogTransferFunctionKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
  kCVImageBufferMasteringDisplayColorVolumeKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_OriginalCompressionSettings: CFString =
  "OriginalCompressionSettings"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString =
  kCVImageBufferPixelAspectRatioKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ProjectionKind: CFString = "ProjectionKind"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ProtectedContentOriginalFormat: CFString =
  "ProtectedContentOriginalFormat"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_RevisionLevel: CFString = "RevisionLevel"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString =
  "SampleDescriptionExtensionAtoms"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_SpatialQuality: CFString = "SpatialQuality"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_StereoCameraBaseline: CFString = "StereoCameraBaseline"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_TemporalQuality: CFString = "TemporalQuality"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_TransferFunction: CFString =
  kCVImageBufferTransferFunctionKey
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Vendor: CFString = "Vendor"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimISOSampleEntry: CFString = "VerbatimISOSampleEntry"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimImageDescription: CFString =
  "VerbatimImageDescription"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_VerbatimSampleDescription: CFString =
  "VerbatimSampleDescription"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_Version: CFString = "Version"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_ViewPackingKind: CFString = "ViewPackingKind"
nonisolated(unsafe) public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly: CFString =
  kCVImageBufferFieldDetailSpatialFirstLineEarly
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_SpatialFirstLineLate: CFString =
  kCVImageBufferFieldDetailSpatialFirstLineLate
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_TemporalBottomFirst: CFString =
  kCVImageBufferFieldDetailTemporalBottomFirst
nonisolated(unsafe) public let kCMFormatDescriptionFieldDetail_TemporalTopFirst: CFString =
  kCVImageBufferFieldDetailTemporalTopFirst
nonisolated(unsafe) public let kCMFormatDescriptionHeroEye_Left: CFString = "Left"
nonisolated(unsafe) public let kCMFormatDescriptionHeroEye_Right: CFString = "Right"
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHeight: CFString =
  kCVImageBufferCleanApertureHeightKey
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHeightRational: CFString = "HeightRational"
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHorizontalOffset: CFString =
  kCVImageBufferCleanApertureHorizontalOffsetKey
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational: CFString =
  "HorizontalOffsetRational"
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureVerticalOffset: CFString =
  kCVImageBufferCleanApertureVerticalOffsetKey
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational: CFString =
  "VerticalOffsetRational"
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureWidth: CFString =
  kCVImageBufferCleanApertureWidthKey
nonisolated(unsafe) public let kCMFormatDescriptionKey_CleanApertureWidthRational: CFString = "WidthRational"
nonisolated(unsafe) public let kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: CFString =
  kCVImageBufferPixelAspectRatioHorizontalSpacingKey
nonisolated(unsafe) public let kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: CFString =
  kCVImageBufferPixelAspectRatioVerticalSpacingKey
nonisolated(unsafe) public let kCMFormatDescriptionLogTransferFunction_AppleLog: CFString =
  kCVImageBufferLogTransferFunction_AppleLog
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_Equirectangular: CFString = "Equirectangular"
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_HalfEquirectangular: CFString = "HalfEquirectangular"
nonisolated(unsafe) public let kCMFormatDescriptionProjectionKind_Rectilinear: CFString = "Rectilinear"
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString =
  kCVImageBufferTransferFunction_ITU_R_2020
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString =
  kCVImageBufferTransferFunction_ITU_R_2100_HLG
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString =
  kCVImageBufferTransferFunction_ITU_R_709_2
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_Linear: CFString =
  kCVImageBufferTransferFunction_Linear
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString =
  kCVImageBufferTransferFunction_SMPTE_240M_1995
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString =
  kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString =
  kCVImageBufferTransferFunction_SMPTE_ST_428_1
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_UseGamma: CFString =
  kCVImageBufferTransferFunction_UseGamma
nonisolated(unsafe) public let kCMFormatDescriptionTransferFunction_sRGB: CFString = kCVImageBufferTransferFunction_sRGB
nonisolated(unsafe) public let kCMFormatDescriptionVendor_Apple: CFString = "appl"
nonisolated(unsafe) public let kCMFormatDescriptionViewPackingKind_OverUnder: CFString = "OverUnder"
nonisolated(unsafe) public let kCMFormatDescriptionViewPackingKind_SideBySide: CFString = "SideBySide"
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString =
  kCVImageBufferYCbCrMatrix_ITU_R_2020
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString =
  kCVImageBufferYCbCrMatrix_ITU_R_601_4
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString =
  kCVImageBufferYCbCrMatrix_ITU_R_709_2
nonisolated(unsafe) public let kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString =
  kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
