public import CoreMedia

// Values of other properties, keys of the choice of an encoder (`AVVideoEncoderSpecificationKey`), and properties of a
// single picture.
nonisolated(unsafe) public let kVTH264EntropyMode_CABAC: CFString = "CABAC"
nonisolated(unsafe) public let kVTH264EntropyMode_CAVLC: CFString = "CAVLC"

nonisolated(unsafe) public let kVTHDRMetadataInsertionMode_None: CFString = "None"
nonisolated(unsafe) public let kVTHDRMetadataInsertionMode_Auto: CFString = "Auto"

nonisolated(unsafe) public let kVTAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
nonisolated(unsafe) public let kVTAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"

nonisolated(unsafe) public let kVTProjectionKind_Rectilinear: CFString = "Rectilinear"
nonisolated(unsafe) public let kVTProjectionKind_Equirectangular: CFString = "Equirectangular"
nonisolated(unsafe) public let kVTProjectionKind_HalfEquirectangular: CFString = "HalfEquirectangular"

nonisolated(unsafe) public let kVTViewPackingKind_SideBySide: CFString = "SideBySide"
nonisolated(unsafe) public let kVTViewPackingKind_OverUnder: CFString = "OverUnder"

nonisolated(unsafe) public let kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder: CFString =
  "EnableHardwareAcceleratedVideoEncoder"
nonisolated(unsafe) public let kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder: CFString =
  "RequireHardwareAcceleratedVideoEncoder"
nonisolated(unsafe) public let kVTVideoEncoderSpecification_RequiredEncoderGPURegistryID: CFString =
  "RequiredEncoderGPURegistryID"
nonisolated(unsafe) public let kVTVideoEncoderSpecification_PreferredEncoderGPURegistryID: CFString =
  "PreferredEncoderGPURegistryID"
nonisolated(unsafe) public let kVTVideoEncoderSpecification_EncoderID: CFString = "EncoderID"
nonisolated(unsafe) public let kVTVideoEncoderSpecification_EnableLowLatencyRateControl: CFString =
  "EnableLowLatencyRateControl"

nonisolated(unsafe) public let kVTEncodeFrameOptionKey_ForceKeyFrame: CFString = "ForceKeyFrame"
nonisolated(unsafe) public let kVTEncodeFrameOptionKey_BaseFrameQP: CFString = "BaseFrameQP"
nonisolated(unsafe) public let kVTEncodeFrameOptionKey_AcknowledgedLTRTokens: CFString = "AcknowledgedLTRTokens"
nonisolated(unsafe) public let kVTEncodeFrameOptionKey_ForceLTRRefresh: CFString = "ForceLTRRefresh"

nonisolated(unsafe) public let kVTSampleAttachmentKey_RequireLTRAcknowledgementToken: CFString =
  "RequireLTRAcknowledgementToken"
nonisolated(unsafe) public let kVTSampleAttachmentKey_QualityMetrics: CFString = "QualityMetrics"

nonisolated(unsafe) public let kVTSampleAttachmentQualityMetricsKey_LumaMeanSquaredError: CFString =
  "LumaMeanSquaredError"
nonisolated(unsafe) public let kVTSampleAttachmentQualityMetricsKey_ChromaBlueMeanSquaredError: CFString =
  "ChromaBlueMeanSquaredError"
nonisolated(unsafe) public let kVTSampleAttachmentQualityMetricsKey_ChromaRedMeanSquaredError: CFString =
  "ChromaRedMeanSquaredError"
