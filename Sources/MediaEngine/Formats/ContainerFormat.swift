package import CoreMedia
package import MovieFile

/// The containers that this build writes.
package enum ContainerFormat: Sendable, Hashable, CaseIterable {
  /// QuickTime movie, `.mov`.
  case quickTime
  /// MPEG-4 file, `.mp4`.
  case mp4
  /// Apple's MPEG-4 video file, `.m4v`.
  case m4v
  /// Apple's MPEG-4 audio file, `.m4a`.
  case m4a
  /// MPEG layer 3 frames behind an ID3 tag, `.mp3`.
  case mp3
  /// RIFF WAVE, `.wav`.
  case wav

  /// What our own movie writer calls it; `nil` for the containers that libavformat writes.
  package var movieFormat: FileFormat? {
    switch self {
    case .quickTime: .quickTime
    case .mp4: .mp4
    case .m4v: .m4v
    case .m4a: .m4a
    case .mp3, .wav: nil
    }
  }

  /// For messages.
  package var name: String {
    switch self {
    case .quickTime: "QuickTime movie"
    case .mp4: "MPEG-4"
    case .m4v: "MPEG-4 video"
    case .m4a: "MPEG-4 audio"
    case .mp3: "MP3"
    case .wav: "WAVE"
    }
  }

  /// Without its dot.
  package var fileExtension: String {
    switch self {
    case .quickTime: "mov"
    case .mp4: "mp4"
    case .m4v: "m4v"
    case .m4a: "m4a"
    case .mp3: "mp3"
    case .wav: "wav"
    }
  }

  /// The kinds of tracks that it carries.
  ///
  /// ISO's files carry text for chapter titles alone, which Apple's players read there.
  package var mediaTypes: [CMFormatDescription.MediaType] {
    switch self {
    case .quickTime: [.video, .audio, .text, .subtitle, .closedCaption, .timeCode, .metadata, .muxed]
    case .mp4: [.video, .audio, .text, .subtitle, .closedCaption, .metadata]
    case .m4v: [.video, .audio, .text, .subtitle, .closedCaption, .metadata]
    case .m4a: [.audio, .text, .metadata]
    case .mp3, .wav: [.audio]
    }
  }
}
