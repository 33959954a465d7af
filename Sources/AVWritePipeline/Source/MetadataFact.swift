/// One item of what a file or a track says of itself.
public struct MetadataFact: Sendable, Hashable {
  /// The key space and the key in it, such as `itsk/%A9nam`.
  public var identifier: String
  /// Text as it is, a number in decimal digits, else how many bytes of data there are.
  public var value: String
  /// BCP 47.
  public var languageTag: String?
  /// The meaning in every key space: a common key, else the name that the table of metadata has for it. Several names
  /// share one common key. It is `nil` for an item that has neither.
  public var meaning: String?
  /// The name that the table of metadata has for it, else the one that its writer gave it. It is `nil` where there is
  /// neither.
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
