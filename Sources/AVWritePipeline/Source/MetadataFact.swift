/// One item of what a file or a track says of itself.
public struct MetadataFact: Sendable, Hashable {
  /// The key space and the key in it, such as `itsk/%A9nam`.
  public var identifier: String
  /// Text as it is, a number in decimal digits, else how many bytes of data there are.
  public var value: String
  /// BCP 47.
  public var languageTag: String?
  /// What it means in every key space: a common key, else the name that the table of metadata has for it.
  public var meaning: String?
  /// It has parts that tell where the recording was made.
  public var containsLocation = false

  /// What tells of the file and not of its media: the program that wrote it, the numbers by which a player joins
  /// its sound without a gap, and statistics. The new file has its own.
  static let identifiersOfTheFile: Set<String> = [
    "common/software", "itsk/%A9too", "itlk/com.apple.iTunes.iTunSMPB", "id3/TSSE", "id3/%00TSS", "id3/TLEN",
    "id3/CTOC", "id3/CHAP",
    "vorb/ENCODER", "caaf/info-encoding%20application", "org.matroska/ENCODER", "org.matroska/MuxingApp",
    "org.matroska/WritingApp", "org.matroska/DURATION", "org.matroska/BPS", "org.matroska/NUMBER_OF_FRAMES",
    "org.matroska/NUMBER_OF_BYTES", "org.matroska/_STATISTICS_TAGS", "org.matroska/_STATISTICS_WRITING_APP",
    "org.matroska/_STATISTICS_WRITING_DATE_UTC", "mdta/encoder", "mdta/major_brand", "mdta/minor_version",
    "mdta/compatible_brands",
  ]

  /// Whether it tells of the file and not of its media, as a batch's key of what the file was made of does too.
  var isOfTheFile: Bool { Self.identifiersOfTheFile.contains(identifier) || ContentKey(text: value) != nil }
}

/// A named stretch of the presentation.
public struct ChapterFact: Sendable, Hashable {
  public var title: String?
  public var start: ExactTime
  /// Nil where the container does not say.
  public var duration: ExactTime?
}
