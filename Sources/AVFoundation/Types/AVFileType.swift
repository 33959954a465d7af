/// A container format by its uniform type identifier.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.init(rawValue: rawValue) }
}

extension AVFileType {
  public static let AHAP = AVFileType(rawValue: "public.haptics-content")
  public static let SCC = AVFileType(rawValue: "com.scenarist.closed-caption")
  public static let ac3 = AVFileType(rawValue: "public.ac3-audio")
  public static let aifc = AVFileType(rawValue: "public.aifc-audio")
  public static let aiff = AVFileType(rawValue: "public.aiff-audio")
  public static let amr = AVFileType(rawValue: "org.3gpp.adaptive-multi-rate-audio")
  public static let appleiTT = AVFileType(rawValue: "com.apple.itunes-timed-text")
  public static let au = AVFileType(rawValue: "public.au-audio")
  public static let avci = AVFileType(rawValue: "public.avci")
  public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")
  public static let dcm = AVFileType(rawValue: "org.nema.dicom")
  public static let dng = AVFileType(rawValue: "com.adobe.raw-image")
  public static let eac3 = AVFileType(rawValue: "public.enhanced-ac3-audio")
  public static let heic = AVFileType(rawValue: "public.heic")
  public static let heif = AVFileType(rawValue: "public.heif")
  public static let jpg = AVFileType(rawValue: "public.jpeg")
  /// Apple's MPEG-4 audio file, `.m4a`.
  public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
  /// Apple's MPEG-4 video file, `.m4v`.
  public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
  public static let mobile3GPP = AVFileType(rawValue: "public.3gpp")
  public static let mobile3GPP2 = AVFileType(rawValue: "public.3gpp2")
  /// QuickTime movie, `.mov`.
  public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
  /// MPEG audio, `.mp3`.
  public static let mp3 = AVFileType(rawValue: "public.mp3")
  /// MPEG-4 file, `.mp4`.
  public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
  public static let qta = AVFileType(rawValue: "com.apple.quicktime-audio")
  public static let tif = AVFileType(rawValue: "public.tiff")
  /// WAVE audio, `.wav`.
  public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")
}
