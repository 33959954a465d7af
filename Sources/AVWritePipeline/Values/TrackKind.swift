/// The kind of a track's content.
public enum TrackKind: String, Sendable, Hashable, Codable, CaseIterable {
  case video, audio, subtitle, caption, text, timecode, metadata, other
}
