/// A kind of file that this build writes.
public enum Container: String, Sendable, Hashable, Codable, CaseIterable {
  case mov, mp4, m4v, m4a, mp3, wav

  /// The container that a file name's extension stands for.
  public init?(fileName: String) {
    guard let dot = fileName.lastIndex(of: "."), dot != fileName.startIndex else { return nil }
    let fileExtension = fileName[fileName.index(after: dot)...].lowercased()
    switch fileExtension {
    case "qt": self = .mov
    case "wave": self = .wav
    default: self.init(rawValue: fileExtension)
    }
  }
}

/// The one table of what each container carries; the planner and `avwrite formats` both read it.
extension Container {
  /// What people call it.
  public var name: String {
    switch self {
    case .mov: "QuickTime movie"
    case .mp4: "MPEG-4"
    case .m4v: "MPEG-4 video, iTunes"
    case .m4a: "MPEG-4 audio, iTunes"
    case .mp3: "MPEG audio layer III"
    case .wav: "WAVE"
    }
  }

  /// The codecs that this build encodes video with for the container; none means that it carries no video.
  public var videoEncoders: [VideoChoice.Codec] {
    switch self {
    case .mov: [.h264, .hevc, .prores, .mjpeg]
    case .mp4: [.h264, .hevc, .mjpeg]
    case .m4v: [.h264, .hevc]
    case .m4a, .mp3, .wav: []
    }
  }

  /// The codecs that this build encodes audio with for the container, the usual one first.
  public var audioEncoders: [AudioChoice.Codec] {
    switch self {
    case .mov: [.aac, .pcm, .alac, .ac3, .eac3]
    case .mp4: [.aac, .alac, .flac, .opus, .ac3, .eac3]
    case .m4v: [.aac, .alac, .ac3, .eac3]
    case .m4a: [.aac, .alac]
    case .mp3: [.mp3]
    case .wav: [.pcm]
    }
  }

  /// The codec that audio has in this container unless something else is asked for.
  var usualAudioCodec: AudioChoice.Codec {
    switch self {
    case .mov, .mp4, .m4v, .m4a: .aac
    case .mp3: .mp3
    case .wav: .pcm
    }
  }

  /// The number of tracks that fit; nil where only memory bounds it.
  var trackLimit: Int? {
    switch self {
    case .mov, .mp4, .m4v, .m4a: nil
    case .mp3, .wav: 1
    }
  }

  /// Whether tracks of this kind can be carried as they are.
  func carries(_ kind: TrackKind) -> Bool {
    switch (self, kind) {
    case (_, .audio): true
    case (.m4a, _), (.mp3, _), (.wav, _): false
    case (_, .video), (_, .text), (_, .subtitle), (_, .caption), (_, .timecode), (_, .metadata): true
    case (_, .other): false
    }
  }

  /// Whether the tables can lie before the media.
  var isMovie: Bool { trackLimit == nil }
}
