/// Facts of the source that have to be in the output: a fact's name, perhaps with `*`, or one of a few words.
public struct Requirement: Sendable, Hashable, Codable {
  /// The words. Facts that they stand for may change their form, as text does in another container; those of `hdr` may
  /// not change at all.
  public enum Group: String, Sendable, Hashable, Codable, CaseIterable {
    case all, video, audio, subtitles, timecode, chapters, metadata, location, dates, cover, languages, attachments, hdr
  }

  /// The text as it was written.
  public let text: String

  /// Creates a requirement; nil for a word that is none of `Group`'s.
  public init?(_ text: String) {
    guard Group(rawValue: text) != nil || text.contains(".") || text.contains("*") else { return nil }
    self.text = text
  }
}
