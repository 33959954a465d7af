/// One item of what a file or a track says of itself.
public struct MetadataFact: Sendable, Hashable {
  /// The key space and the key in it, such as `itsk/%A9nam`.
  public var identifier: String
  /// Text as it is, a number in decimal digits, else how many bytes of data there are.
  public var value: String
  /// BCP 47.
  public var languageTag: String?
  /// What it means in every key space: a common key, else the name that the table of metadata has for it. Several names have
  /// one common key.
  public var meaning: String?
  /// The name that the table of metadata has for it.
  public var name: String?
  /// It has parts that tell where the recording was made.
  public var containsLocation = false
}

/// A named stretch of the presentation.
public struct ChapterFact: Sendable, Hashable {
  public var title: String?
  public var start: ExactTime
  /// Nil where the container does not say.
  public var duration: ExactTime?
}
