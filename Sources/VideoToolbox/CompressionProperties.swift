public import CoreMedia

// Properties of a compression session, in the order of Apple's documentation ("Compression Properties"): keys of
// `AVVideoCompressionPropertiesKey`.
nonisolated(unsafe) public let kVTCompressionPropertyKey_NumberOfPendingFrames: CFString = "NumberOfPendingFrames"
nonisolated(unsafe) public let kVTCompressionPropertyKey_PixelBufferPoolIsShared: CFString = "PixelBufferPoolIsShared"
nonisolated(unsafe) public let kVTCompressionPropertyKey_VideoEncoderPixelBufferAttributes: CFString =
  "VideoEncoderPixelBufferAttributes"
nonisolated(unsafe) public let kVTCompressionPropertyKey_AllowFrameReordering: CFString = "AllowFrameReordering"
nonisolated(unsafe) public let kVTCompressionPropertyKey_AllowOpenGOP: CFString = "AllowOpenGOP"
nonisolated(unsafe) public let kVTCompressionPropertyKey_AllowTemporalCompression: CFString =
  "AllowTemporalCompression"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MaxKeyFrameInterval: CFString = "MaxKeyFrameInterval"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MaxKeyFrameIntervalDuration: CFString =
  "MaxKeyFrameIntervalDuration"
nonisolated(unsafe) public let kVTCompressionPropertyKey_AverageBitRate: CFString = "AverageBitRate"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ConstantBitRate: CFString = "ConstantBitRate"
nonisolated(unsafe) public let kVTCompressionPropertyKey_VariableBitRate: CFString = "VariableBitRate"
nonisolated(unsafe) public let kVTCompressionPropertyKey_VBVMaxBitRate: CFString = "VBVMaxBitRate"
nonisolated(unsafe) public let kVTCompressionPropertyKey_VBVBufferDuration: CFString = "VBVBufferDuration"
nonisolated(unsafe) public let kVTCompressionPropertyKey_VBVInitialDelayPercentage: CFString =
  "VBVInitialDelayPercentage"
nonisolated(unsafe) public let kVTCompressionPropertyKey_DataRateLimits: CFString = "DataRateLimits"
nonisolated(unsafe) public let kVTCompressionPropertyKey_EstimatedAverageBytesPerFrame: CFString =
  "EstimatedAverageBytesPerFrame"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MoreFramesAfterEnd: CFString = "MoreFramesAfterEnd"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MoreFramesBeforeStart: CFString = "MoreFramesBeforeStart"
nonisolated(unsafe) public let kVTCompressionPropertyKey_Quality: CFString = "Quality"
nonisolated(unsafe) public let kVTCompressionPropertyKey_TargetQualityForAlpha: CFString = "TargetQualityForAlpha"
nonisolated(unsafe) public let kVTCompressionPropertyKey_PreserveAlphaChannel: CFString = "PreserveAlphaChannel"
nonisolated(unsafe) public let kVTCompressionPropertyKey_Depth: CFString = "Depth"
nonisolated(unsafe) public let kVTCompressionPropertyKey_H264EntropyMode: CFString = "H264EntropyMode"
nonisolated(unsafe) public let kVTCompressionPropertyKey_HDRMetadataInsertionMode: CFString =
  "HDRMetadataInsertionMode"
nonisolated(unsafe) public let kVTCompressionPropertyKey_OutputBitDepth: CFString = "OutputBitDepth"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ProfileLevel: CFString = "ProfileLevel"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MaxFrameDelayCount: CFString = "MaxFrameDelayCount"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MaxH264SliceBytes: CFString = "MaxH264SliceBytes"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MaximizePowerEfficiency: CFString = "MaximizePowerEfficiency"
nonisolated(unsafe) public let kVTCompressionPropertyKey_RealTime: CFString = "RealTime"
nonisolated(unsafe) public let kVTCompressionPropertyKey_BaseLayerBitRateFraction: CFString =
  "BaseLayerBitRateFraction"
nonisolated(unsafe) public let kVTCompressionPropertyKey_BaseLayerFrameRate: CFString = "BaseLayerFrameRate"
nonisolated(unsafe) public let kVTCompressionPropertyKey_BaseLayerFrameRateFraction: CFString =
  "BaseLayerFrameRateFraction"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ExpectedDuration: CFString = "ExpectedDuration"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ExpectedFrameRate: CFString = "ExpectedFrameRate"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MaximumRealTimeFrameRate: CFString =
  "MaximumRealTimeFrameRate"
nonisolated(unsafe) public let kVTCompressionPropertyKey_PrioritizeEncodingSpeedOverQuality: CFString =
  "PrioritizeEncodingSpeedOverQuality"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ReferenceBufferCount: CFString = "ReferenceBufferCount"
nonisolated(unsafe) public let kVTCompressionPropertyKey_SourceFrameCount: CFString = "SourceFrameCount"
nonisolated(unsafe) public let kVTCompressionPropertyKey_CalculateMeanSquaredError: CFString =
  "CalculateMeanSquaredError"
nonisolated(unsafe) public let kVTCompressionPropertyKey_HasLeftStereoEyeView: CFString = "HasLeftStereoEyeView"
nonisolated(unsafe) public let kVTCompressionPropertyKey_HasRightStereoEyeView: CFString = "HasRightStereoEyeView"
nonisolated(unsafe) public let kVTCompressionPropertyKey_HorizontalFieldOfView: CFString = "HorizontalFieldOfView"
nonisolated(unsafe) public let kVTCompressionPropertyKey_SupportsBaseFrameQP: CFString = "SupportsBaseFrameQP"
nonisolated(unsafe) public let kVTCompressionPropertyKey_UsingGPURegistryID: CFString = "UsingGPURegistryID"
nonisolated(unsafe) public let kVTCompressionPropertyKey_UsingHardwareAcceleratedVideoEncoder: CFString =
  "UsingHardwareAcceleratedVideoEncoder"
nonisolated(unsafe) public let kVTCompressionPropertyKey_AspectRatio16x9: CFString = "AspectRatio16x9"
nonisolated(unsafe) public let kVTCompressionPropertyKey_CleanAperture: CFString = "CleanAperture"
nonisolated(unsafe) public let kVTCompressionPropertyKey_FieldCount: CFString = "FieldCount"
nonisolated(unsafe) public let kVTCompressionPropertyKey_FieldDetail: CFString = "FieldDetail"
nonisolated(unsafe) public let kVTCompressionPropertyKey_PixelAspectRatio: CFString = "PixelAspectRatio"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ProgressiveScan: CFString = "ProgressiveScan"
nonisolated(unsafe) public let kVTCompressionPropertyKey_AlphaChannelMode: CFString = "AlphaChannelMode"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ColorPrimaries: CFString = "ColorPrimaries"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ContentLightLevelInfo: CFString = "ContentLightLevelInfo"
nonisolated(unsafe) public let kVTCompressionPropertyKey_GammaLevel: CFString = "GammaLevel"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ICCProfile: CFString = "ICCProfile"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MasteringDisplayColorVolume: CFString =
  "MasteringDisplayColorVolume"
nonisolated(unsafe) public let kVTCompressionPropertyKey_TransferFunction: CFString = "TransferFunction"
nonisolated(unsafe) public let kVTCompressionPropertyKey_YCbCrMatrix: CFString = "YCbCrMatrix"
nonisolated(unsafe) public let kVTCompressionPropertyKey_PixelTransferProperties: CFString = "PixelTransferProperties"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MultiPassStorage: CFString = "MultiPassStorage"
nonisolated(unsafe) public let kVTCompressionPropertyKey_RecommendedParallelizationLimit: CFString =
  "RecommendedParallelizationLimit"
nonisolated(unsafe) public let kVTCompressionPropertyKey_RecommendedParallelizedSubdivisionMinimumDuration: CFString =
  "RecommendedParallelizedSubdivisionMinimumDuration"
nonisolated(unsafe) public let kVTCompressionPropertyKey_RecommendedParallelizedSubdivisionMinimumFrameCount: CFString =
  "RecommendedParallelizedSubdivisionMinimumFrameCount"
nonisolated(unsafe) public let kVTCompressionPropertyKey_EnableLTR: CFString = "EnableLTR"
nonisolated(unsafe) public let kVTCompressionPropertyKey_EncoderID: CFString = "EncoderID"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MinAllowedFrameQP: CFString = "MinAllowedFrameQP"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MaxAllowedFrameQP: CFString = "MaxAllowedFrameQP"
nonisolated(unsafe) public let kVTCompressionPropertyKey_PreserveDynamicHDRMetadata: CFString =
  "PreserveDynamicHDRMetadata"
nonisolated(unsafe) public let kVTCompressionPropertyKey_SpatialAdaptiveQPLevel: CFString = "SpatialAdaptiveQPLevel"
nonisolated(unsafe) public let kVTCompressionPropertyKey_SuggestedLookAheadFrameCount: CFString =
  "SuggestedLookAheadFrameCount"
nonisolated(unsafe) public let kVTCompressionPropertyKey_HeroEye: CFString = "HeroEye"
nonisolated(unsafe) public let kVTCompressionPropertyKey_StereoCameraBaseline: CFString = "StereoCameraBaseline"
nonisolated(unsafe) public let kVTCompressionPropertyKey_HorizontalDisparityAdjustment: CFString =
  "HorizontalDisparityAdjustment"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ProjectionKind: CFString = "ProjectionKind"
nonisolated(unsafe) public let kVTCompressionPropertyKey_ViewPackingKind: CFString = "ViewPackingKind"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MVHEVCVideoLayerIDs: CFString = "MVHEVCVideoLayerIDs"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MVHEVCViewIDs: CFString = "MVHEVCViewIDs"
nonisolated(unsafe) public let kVTCompressionPropertyKey_MVHEVCLeftAndRightViewIDs: CFString =
  "MVHEVCLeftAndRightViewIDs"
nonisolated(unsafe) public let kVTCompressionPropertyKey_CameraCalibrationDataLensCollection: CFString =
  "CameraCalibrationDataLensCollection"
