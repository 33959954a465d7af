extension HandBrakeTranslation {
  /// The encoders that run on processors. Those of graphics cards have scales of quality of their own.
  static let videoEncoders: [String: (VideoChoice.Codec, VideoCompression.PixelFormat?)] = [
    "x264": (.h264, nil), "x264_10bit": (.h264, .yuv420p10),
    "x265": (.hevc, .yuv420p), "x265_10bit": (.hevc, .yuv420p10),
    "svt_av1": (.av1, .yuv420p), "svt_av1_10bit": (.av1, .yuv420p10),
    "VP9": (.vp9, .yuv420p), "VP9_10bit": (.vp9, .yuv420p10),
    "ffv1": (.ffv1, nil),
  ]

  static let audioEncoders: [String: AudioChoice.Codec] = [
    "aac": .aac, "av_aac": .aac, "fdk_aac": .aac, "ca_aac": .aac,
    "mp3": .mp3, "opus": .opus, "vorbis": .vorbis, "ac3": .ac3, "eac3": .eac3,
    "flac": .flac, "flac16": .flac, "flac24": .flac, "alac": .alac, "alac16": .alac, "alac24": .alac,
  ]

  /// The largest number of channels of each mixdown. A source with fewer keeps its own.
  static let channels: [String: Int] = [
    "mono": 1, "left_only": 1, "right_only": 1, "stereo": 2, "dpl1": 2, "dpl2": 2,
    "5point1": 6, "6point1": 7, "7point1": 8, "5_2_lfe": 8,
  ]

  /// The fields that do not affect the output: the preset's position in HandBrake's lists, HandBrake's way of decoding
  /// and of choosing, and fields that tune something that another field enables.
  static let ofHandBrakeAlone = [
    "PresetName", "PresetDescription", "PresetDisabled", "Type", "Default", "Folder", "FolderOpen", "ChildrenArray",
    "UsesPictureFilters", "UsesPictureSettings", "AlignAVStart", "AudioCopyMask", "AudioEncoderFallback",
    "AudioSecondaryEncoderMode", "AudioAutomaticNamingBehavior", "AudioTrackSelectionBehavior", "PictureKeepRatio",
    "PictureUseMaximumSize", "PictureModulus", "PicturePAR", "PicturePARWidth", "PicturePARHeight", "PictureDARWidth",
    "PictureItuPAR", "VideoScaler", "VideoHWDecode", "VideoQSVDecode", "VideoQSVAsyncDepth", "VideoQSVAdapterIndex",
    "VideoTurboTwoPass", "VideoTurboMultiPass", "x264UseAdvancedOptions", "MetadataPassthru", "MetadataPassthrough",
  ]

  /// The beginnings of the names of the filters' fields.
  static let filters = [
    "PictureDenoise", "PictureSharpen", "PictureDeblock", "PictureDetelecine", "PictureColorspace",
    "PictureChromaSmooth",
  ]
}
