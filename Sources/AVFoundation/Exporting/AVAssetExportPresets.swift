// The names of export presets (EX-01 to EX-07). Each constant's value is its own name.

/// H.264 and AAC in a small size, which fits into 224 by 128 pixels.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 and AAC in a middle size, which fits into 568 by 320 pixels.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 and AAC in the source's size.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// HEVC and AAC in the source's size.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC with transparency. It is not available: no encoder here has it.
public let AVAssetExportPresetHEVCHighestQualityWithAlpha = "AVAssetExportPresetHEVCHighestQualityWithAlpha"

/// H.264 and AAC, 640 by 480 pixels at most.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 and AAC, 960 by 540 pixels at most.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 and AAC, 1280 by 720 pixels at most.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 and AAC, 1920 by 1080 pixels at most.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 and AAC, 3840 by 2160 pixels at most.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"

/// HEVC and AAC, 1920 by 1080 pixels at most.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC with transparency. It is not available: no encoder here has it.
public let AVAssetExportPresetHEVC1920x1080WithAlpha = "AVAssetExportPresetHEVC1920x1080WithAlpha"
/// HEVC and AAC, 3840 by 2160 pixels at most.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// HEVC with transparency. It is not available: no encoder here has it.
public let AVAssetExportPresetHEVC3840x2160WithAlpha = "AVAssetExportPresetHEVC3840x2160WithAlpha"
/// HEVC and AAC, 4320 by 2160 pixels at most.
public let AVAssetExportPresetHEVC4320x2160 = "AVAssetExportPresetHEVC4320x2160"
/// HEVC and AAC, 7680 by 4320 pixels at most.
public let AVAssetExportPresetHEVC7680x4320 = "AVAssetExportPresetHEVC7680x4320"

/// HEVC of two views. It is not available: no encoder here has two views.
public let AVAssetExportPresetMVHEVC960x960 = "AVAssetExportPresetMVHEVC960x960"
/// HEVC of two views. It is not available: no encoder here has two views.
public let AVAssetExportPresetMVHEVC1440x1440 = "AVAssetExportPresetMVHEVC1440x1440"
/// HEVC of two views. It is not available: no encoder here has two views.
public let AVAssetExportPresetMVHEVC4320x4320 = "AVAssetExportPresetMVHEVC4320x4320"
/// HEVC of two views. It is not available: no encoder here has two views.
public let AVAssetExportPresetMVHEVC7680x7680 = "AVAssetExportPresetMVHEVC7680x7680"

/// AAC without pictures, in an `.m4a` file with what gapless playback needs.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"
/// The samples of all tracks as they are stored, where the type of file can have them.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// ProRes 422 and linear PCM in a QuickTime movie.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444 and linear PCM in a QuickTime movie.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"

/// H.264 and AAC for slow networks, 176 by 144 pixels at most.
public let AVAssetExportPresetAppleM4VCellular = "AVAssetExportPresetAppleM4VCellular"
/// H.264 and AAC for an iPod, 640 by 480 pixels at most.
public let AVAssetExportPresetAppleM4ViPod = "AVAssetExportPresetAppleM4ViPod"
/// H.264 and AAC, 854 by 480 pixels at most.
public let AVAssetExportPresetAppleM4V480pSD = "AVAssetExportPresetAppleM4V480pSD"
/// H.264 and AAC for the first Apple TV, 960 by 540 pixels at most.
public let AVAssetExportPresetAppleM4VAppleTV = "AVAssetExportPresetAppleM4VAppleTV"
/// H.264 and AAC for the first iPhones, 480 by 360 pixels at most.
public let AVAssetExportPresetAppleM4VWiFi = "AVAssetExportPresetAppleM4VWiFi"
/// H.264 and AAC, 1280 by 720 pixels at most.
public let AVAssetExportPresetAppleM4V720pHD = "AVAssetExportPresetAppleM4V720pHD"
/// H.264 and AAC, 1920 by 1080 pixels at most.
public let AVAssetExportPresetAppleM4V1080pHD = "AVAssetExportPresetAppleM4V1080pHD"
