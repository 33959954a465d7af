extension AVMetadataIdentifier {
  /// A Boolean value that says whether an item describes its file and not the media: the program that wrote it, the
  /// numbers by which a player joins its sound without a gap, and statistics. A new file has its own.
  package var describesFile: Bool { Self.ofFiles.contains(rawValue) }

  private static let ofFiles: Set<String> = [
    "common/software", "itsk/%A9too", "itlk/com.apple.iTunes.iTunSMPB", "id3/TSSE", "id3/%00TSS", "id3/TLEN",
    "id3/CTOC", "id3/CHAP",
    "vorb/ENCODER", "caaf/info-encoding%20application", "org.matroska/ENCODER", "org.matroska/MuxingApp",
    "org.matroska/WritingApp", "org.matroska/DURATION", "org.matroska/BPS", "org.matroska/NUMBER_OF_FRAMES",
    "org.matroska/NUMBER_OF_BYTES", "org.matroska/_STATISTICS_TAGS", "org.matroska/_STATISTICS_WRITING_APP",
    "org.matroska/_STATISTICS_WRITING_DATE_UTC", "mdta/encoder", "mdta/major_brand", "mdta/minor_version",
    "mdta/compatible_brands",
  ]
}
