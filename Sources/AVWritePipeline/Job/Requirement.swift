/// Facts of the source that have to be in the output: a fact's name, perhaps with `*`, or one of a few words.
public struct Requirement: Sendable, Hashable, Codable {
  /// The words for groups of facts. A fact may change its form, such as text in another container, except those of
  /// `hdr`.
  public enum Group: String, Sendable, Hashable, Codable, CaseIterable {
    case all, video, audio, subtitles, timecode, chapters, metadata, location, dates, cover, languages, attachments, hdr
  }

  /// The text as it was written.
  public let text: String

  /// Creates a requirement, or nil for a word that is not one of `Group`.
  public init?(_ text: String) {
    guard Group(rawValue: text) != nil || text.contains(".") || text.contains("*") else { return nil }
    self.text = text
  }
}
