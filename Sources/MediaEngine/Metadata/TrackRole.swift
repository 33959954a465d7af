import CoreMedia
package import MediaInterop

/// The purpose of a track for which containers have a flag.
///
/// The names are those of QuickTime's user data (`tagc`), which Apple calls media characteristics; the flags are
/// Matroska's (RFC 9559, 5.1.4.1.6 and 5.1.4.1.14 to 18), under libavformat's names.
package enum TrackRole: String, Sendable, CaseIterable {
  case onlyForced = "public.subtitles.forced-only"
  case auxiliary = "public.auxiliary-content"
  case original = "public.original-content"
  case describesVideo = "public.accessibility.describes-video"
  case transcribesDialog = "public.accessibility.transcribes-spoken-dialog"
  case describesSound = "public.accessibility.describes-music-and-sound"
  case enhancesSpeech = "public.accessibility.enhances-speech-intelligibility"

  /// The flag of a track with this role.
  package var flag: MediaInterop.Stream.Disposition {
    switch self {
    case .onlyForced: .forced
    case .auxiliary: .commentary
    case .original: .original
    case .describesVideo: .visualImpaired
    case .transcribesDialog, .describesSound, .enhancesSpeech: .hearingImpaired
    }
  }

  /// Returns whether the role's flag means this role in a track of a media type. The flag for the hard of hearing
  /// stands for two roles of text, and another one of sound.
  private func isMeant(of mediaType: CMFormatDescription.MediaType) -> Bool {
    switch self {
    case .onlyForced, .transcribesDialog, .describesSound: mediaType != .audio && mediaType != .video
    case .enhancesSpeech: mediaType == .audio
    case .auxiliary, .original, .describesVideo: true
    }
  }

  /// Returns the roles of a track with these flags.
  static func roles(
    _ flags: MediaInterop.Stream.Disposition, of mediaType: CMFormatDescription.MediaType
  ) -> [TrackRole] {
    allCases.filter { flags.contains($0.flag) && $0.isMeant(of: mediaType) }
  }
}
