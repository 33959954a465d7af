internal import CFFmpeg

/// The kind of media in a stream.
package enum MediaKind: Sendable, Hashable {
  case video, audio, subtitle
  /// Timed data of another kind: timecode, metadata.
  case data
  /// A file inside the file, such as a font. It has no packets.
  case attachment
  case unknown

  init(_ type: AVMediaType) {
    self =
      switch type {
      case AVMEDIA_TYPE_VIDEO: .video
      case AVMEDIA_TYPE_AUDIO: .audio
      case AVMEDIA_TYPE_SUBTITLE: .subtitle
      case AVMEDIA_TYPE_DATA: .data
      case AVMEDIA_TYPE_ATTACHMENT: .attachment
      default: .unknown
      }
  }

  var cValue: AVMediaType {
    switch self {
    case .video: AVMEDIA_TYPE_VIDEO
    case .audio: AVMEDIA_TYPE_AUDIO
    case .subtitle: AVMEDIA_TYPE_SUBTITLE
    case .data: AVMEDIA_TYPE_DATA
    case .attachment: AVMEDIA_TYPE_ATTACHMENT
    case .unknown: AVMEDIA_TYPE_UNKNOWN
    }
  }
}
