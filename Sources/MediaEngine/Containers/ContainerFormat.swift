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
  /// Matroska (RFC 9559), `.mkv`.
  case matroska
  /// The part of Matroska that browsers play, `.webm`.
  case webM
  /// MPEG-2 transport stream (ISO 13818-1), `.ts`.
  case transportStream
  /// MPEG layer 3 frames behind an ID3 tag, `.mp3`.
  case mp3
  /// RIFF WAVE, and RF64 where it is longer than 4 GiB, `.wav`.
  case wav
  /// Apple's interchange file of uncompressed sound, `.aiff`.
  case aiff
  /// Core Audio file, `.caf`.
  case caf
  /// FLAC's own frames behind its header (RFC 9639), `.flac`.
  case flac
  /// Ogg (RFC 3533), `.ogg`.
  case ogg

  /// The container's row in the table.
  package var rules: ContainerRules {
    switch self {
    case .quickTime: .quickTime
    case .mp4: .mp4
    case .m4v: .m4v
    case .m4a: .m4a
    case .matroska: .matroska
    case .webM: .webM
    case .transportStream: .transportStream
    case .mp3: .mp3
    case .wav: .wav
    case .aiff: .aiff
    case .caf: .caf
    case .flac: .flac
    case .ogg: .ogg
    }
  }
}

extension ContainerFormat {
  /// Makes the container of a uniform type identifier; `nil` for a type that this build does not write.
  package init?(typeIdentifier: String) {
    guard let found = Self.allCases.first(where: { $0.rules.typeIdentifier == typeIdentifier }) else { return nil }
    self = found
  }

  package init(_ format: FileFormat) {
    switch format {
    case .quickTime: self = .quickTime
    case .mp4: self = .mp4
    case .m4v: self = .m4v
    case .m4a: self = .m4a
    }
  }

  /// The name, for messages.
  package var name: String { rules.name }

  /// The usual file extension, without its dot.
  package var fileExtension: String { rules.fileExtensions[0] }

  /// The kinds of tracks that it carries.
  package var mediaTypes: [CMFormatDescription.MediaType] { rules.codings.map(\.mediaType) }

  /// The format of our own movie writer; `nil` for the containers that libavformat writes.
  package var movieFormat: FileFormat? { if case .movie(let format) = rules.writer { format } else { nil } }
}
