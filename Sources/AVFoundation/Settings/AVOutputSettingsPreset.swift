/// Settings with a name, of which `AVOutputSettingsAssistant` makes dictionaries for writing.
public struct AVOutputSettingsPreset: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

extension AVOutputSettingsPreset {
  /// H.264, 640 by 480 pixels at most.
  public static let preset640x480 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset640x480")
  /// H.264, 960 by 540 pixels at most.
  public static let preset960x540 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset960x540")
  /// H.264, 1280 by 720 pixels at most.
  public static let preset1280x720 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset1280x720")
  /// H.264, 1920 by 1080 pixels at most.
  public static let preset1920x1080 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset1920x1080")
  /// H.264, 3840 by 2160 pixels at most.
  public static let preset3840x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPreset3840x2160")
  /// HEVC, 1920 by 1080 pixels at most.
  public static let hevc1920x1080 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC1920x1080")
  /// HEVC with transparency, 1920 by 1080 pixels at most. It is not available: no encoder here has it.
  public static let hevc1920x1080WithAlpha = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPresetHEVC1920x1080WithAlpha")
  /// HEVC, 3840 by 2160 pixels at most.
  public static let hevc3840x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC3840x2160")
  /// HEVC with transparency, 3840 by 2160 pixels at most. It is not available: no encoder here has it.
  public static let hevc3840x2160WithAlpha = AVOutputSettingsPreset(
    rawValue: "AVOutputSettingsPresetHEVC3840x2160WithAlpha")
  /// HEVC, 4320 by 2160 pixels at most.
  public static let hevc4320x2160 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC4320x2160")
  /// HEVC, 7680 by 4320 pixels at most.
  public static let hevc7680x4320 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetHEVC7680x4320")
  /// HEVC of two views, 960 by 960 pixels at most. It is not available: no encoder here has two views.
  public static let mvhevc960x960 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC960x960")
  /// HEVC of two views, 1440 by 1440 pixels at most. It is not available: no encoder here has two views.
  public static let mvhevc1440x1440 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC1440x1440")
  /// HEVC of two views, 4320 by 4320 pixels at most. It is not available: no encoder here has two views.
  public static let mvhevc4320x4320 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC4320x4320")
  /// HEVC of two views, 7680 by 7680 pixels at most. It is not available: no encoder here has two views.
  public static let mvhevc7680x7680 = AVOutputSettingsPreset(rawValue: "AVOutputSettingsPresetMVHEVC7680x7680")
}
