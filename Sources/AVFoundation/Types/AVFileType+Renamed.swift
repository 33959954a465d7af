// Spellings of older documentation, so that old code gets a fix-it.

@available(*, deprecated, renamed: "AVFileType.mov")
public let AVFileTypeQuickTimeMovie = AVFileType.mov
@available(*, deprecated, renamed: "AVFileType.mp4")
public let AVFileTypeMPEG4 = AVFileType.mp4
@available(*, deprecated, renamed: "AVFileType.m4v")
public let AVFileTypeAppleM4V = AVFileType.m4v
@available(*, deprecated, renamed: "AVFileType.m4a")
public let AVFileTypeAppleM4A = AVFileType.m4a
@available(*, deprecated, renamed: "AVFileType.mobile3GPP")
public let AVFileType3GPP = AVFileType.mobile3GPP
@available(*, deprecated, renamed: "AVFileType.mobile3GPP2")
public let AVFileType3GPP2 = AVFileType.mobile3GPP2
@available(*, deprecated, renamed: "AVFileType.caf")
public let AVFileTypeCoreAudioFormat = AVFileType.caf
@available(*, deprecated, renamed: "AVFileType.wav")
public let AVFileTypeWAVE = AVFileType.wav
@available(*, deprecated, renamed: "AVFileType.aiff")
public let AVFileTypeAIFF = AVFileType.aiff
@available(*, deprecated, renamed: "AVFileType.aifc")
public let AVFileTypeAIFC = AVFileType.aifc
@available(*, deprecated, renamed: "AVFileType.amr")
public let AVFileTypeAMR = AVFileType.amr
@available(*, deprecated, renamed: "AVFileType.mp3")
public let AVFileTypeMPEGLayer3 = AVFileType.mp3
@available(*, deprecated, renamed: "AVFileType.au")
public let AVFileTypeSunAU = AVFileType.au
@available(*, deprecated, renamed: "AVFileType.ac3")
public let AVFileTypeAC3 = AVFileType.ac3
@available(*, deprecated, renamed: "AVFileType.eac3")
public let AVFileTypeEnhancedAC3 = AVFileType.eac3
