/// One item of a file's or a track's metadata.
public struct MetadataFact: Sendable, Hashable {
  /// The key space and the key in it, such as `itsk/%A9nam`.
  public var identifier: String
  /// The value: text as it is, a number in decimal digits, or the size of data in bytes.
  public var value: String
  /// The language as a BCP 47 tag, or nil if the item has none.
  public var languageTag: String?
  /// The meaning in every key space: a common key, else the name that the table of metadata has for it. Several names
  /// share one common key. It is `nil` for an item that has neither.
  public var meaning: String?
  /// The name that the table of metadata has for the item, else the name that the file's writer gave it. It is nil if
  /// there is neither.
  public var name: String?
  /// The text beside the value, which is the name of a user-defined text in ID3. It is nil if there is none.
  public var info: String?
  /// The type of the value's bytes, as `AVMetadataItem.dataType` has it, or nil if it is not known.
  public var dataType: String?
  /// A Boolean value that says whether data in the item states where the recording was made.
  public var containsLocation = false
}

/// A named stretch of the presentation.
public struct ChapterFact: Sendable, Hashable {
  public var title: String?
  public var start: ExactTime
  /// The duration, or nil if the container does not state it.
  public var duration: ExactTime?
}
