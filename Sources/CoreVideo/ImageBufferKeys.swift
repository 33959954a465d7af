public import CoreGraphics

// Keys and values of image buffer attachments. CoreMedia's format descriptions use the same strings.
//
// The strings never change, but CFString is not Sendable: hence `nonisolated(unsafe)`.

// MARK: Colour primaries

nonisolated(unsafe) public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
nonisolated(unsafe) public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"

// MARK: Transfer function

nonisolated(unsafe) public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
nonisolated(unsafe) public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
nonisolated(unsafe) public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"

// MARK: Conversion between RGB and YCbCr

nonisolated(unsafe) public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_DCI_P3: CFString = "DCI_P3"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_P3_D65: CFString = "P3_D65"
nonisolated(unsafe) public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"

// MARK: Colour profiles

nonisolated(unsafe) public let kCVImageBufferICCProfileKey: CFString = "ICCProfile"
nonisolated(unsafe) public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"

// MARK: Chroma subsampling

nonisolated(unsafe) public let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"
nonisolated(unsafe) public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"
nonisolated(unsafe) public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"
nonisolated(unsafe) public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"

// MARK: Position of chroma samples

nonisolated(unsafe) public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
nonisolated(unsafe) public let kCVImageBufferChromaLocationBottomFieldKey: CFString =
  "CVImageBufferChromaLocationBottomField"
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Left: CFString = "Left"
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Center: CFString = "Center"
nonisolated(unsafe) public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Top: CFString = "Top"
nonisolated(unsafe) public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
nonisolated(unsafe) public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
nonisolated(unsafe) public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"

// MARK: Fields

nonisolated(unsafe) public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"
nonisolated(unsafe) public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"
nonisolated(unsafe) public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"
nonisolated(unsafe) public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"
nonisolated(unsafe) public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"
nonisolated(unsafe) public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"

// MARK: Clean aperture: the part of the picture to show, in pixels from its centre

nonisolated(unsafe) public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
nonisolated(unsafe) public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"
nonisolated(unsafe) public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
nonisolated(unsafe) public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
nonisolated(unsafe) public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
nonisolated(unsafe) public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"

// MARK: Pixel aspect ratio

nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
nonisolated(unsafe) public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"

// MARK: Dimensions to show the picture at

nonisolated(unsafe) public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"
nonisolated(unsafe) public let kCVImageBufferDisplayWidthKey: CFString = "Width"
nonisolated(unsafe) public let kCVImageBufferDisplayHeightKey: CFString = "Height"

// MARK: Alpha

nonisolated(unsafe) public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
nonisolated(unsafe) public let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelMode"
nonisolated(unsafe) public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
nonisolated(unsafe) public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"

// MARK: High dynamic range: the payloads of the SEI messages or boxes of the same names, as bytes

nonisolated(unsafe) public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
nonisolated(unsafe) public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
nonisolated(unsafe) public let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"
nonisolated(unsafe) public let kCVImageBufferRegionOfInterestKey: CFString = "RegionOfInterest"
nonisolated(unsafe) public let kCVImageBufferLogTransferFunctionKey: CFString = "LogTransferFunction"
nonisolated(unsafe) public let kCVImageBufferLogTransferFunction_AppleLog: CFString = "AppleLog"
nonisolated(unsafe) public let kCVImageBufferSceneIlluminationKey: CFString = "SceneIllumination"
