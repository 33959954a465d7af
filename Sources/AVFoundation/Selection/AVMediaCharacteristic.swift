/// A characteristic of media: a property or a purpose, beyond the media's type.
///
/// Some follow from the media itself; the others are tags that the author gave the track, in its user data.
public struct AVMediaCharacteristic: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

extension AVMediaCharacteristic {
  public static let audible = AVMediaCharacteristic("AVMediaCharacteristicAudible")
  public static let carriesVideoStereoMetadata = AVMediaCharacteristic("com.apple.quicktime.video.stereo-metadata")
  public static let containsAlphaChannel = AVMediaCharacteristic("public.contains-alpha-channel")
  public static let containsHDRVideo = AVMediaCharacteristic("public.contains-hdr-video")
  public static let containsOnlyForcedSubtitles = AVMediaCharacteristic("public.subtitles.forced-only")
  public static let containsStereoMultiviewVideo = AVMediaCharacteristic("public.contains-stereo-multiview-video")
  public static let describesMusicAndSoundForAccessibility = AVMediaCharacteristic(
    "public.accessibility.describes-music-and-sound")
  public static let describesVideoForAccessibility = AVMediaCharacteristic("public.accessibility.describes-video")
  public static let dubbedTranslation = AVMediaCharacteristic("public.translation.dubbed")
  public static let easyToRead = AVMediaCharacteristic("public.easy-to-read")
  public static let enhancesSpeechIntelligibility = AVMediaCharacteristic(
    "public.accessibility.enhances-speech-intelligibility")
  public static let frameBased = AVMediaCharacteristic("AVMediaCharacteristicFrameBased")
  public static let indicatesHorizontalFieldOfView = AVMediaCharacteristic("public.indicates-horizontal-field-of-view")
  public static let isAuxiliaryContent = AVMediaCharacteristic("public.auxiliary-content")
  public static let isMainProgramContent = AVMediaCharacteristic("public.main-program-content")
  public static let isOriginalContent = AVMediaCharacteristic("public.original-content")
  public static let languageTranslation = AVMediaCharacteristic("public.translation")
  public static let legible = AVMediaCharacteristic("AVMediaCharacteristicLegible")
  public static let machineGenerated = AVMediaCharacteristic("public.machine-generated")
  public static let tactileMinimal = AVMediaCharacteristic("public.haptics.minimal")
  public static let transcribesSpokenDialogForAccessibility = AVMediaCharacteristic(
    "public.accessibility.transcribes-spoken-dialog")
  public static let usesWideGamutColorSpace = AVMediaCharacteristic("public.uses-wide-gamut-color-space")
  public static let visual = AVMediaCharacteristic("AVMediaCharacteristicVisual")
  public static let voiceOverTranslation = AVMediaCharacteristic("public.translation.voice-over")
}
