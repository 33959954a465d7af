extension AVMetadataKeySpace {
  /// The field names of Vorbis comments, in capitals; Apple's framework uses it without declaring it.
  public static let vorbisComment = AVMetadataKeySpace("vorb")
  /// The names of Matroska's tags, in capitals, and of the elements of its segment (`WritingApp`). If the file states
  /// the type of target of a tag, that type comes before the name (`ALBUM/TITLE`).
  public static let matroska = AVMetadataKeySpace("org.matroska")
}

extension AVMetadataFormat {
  /// Vorbis comments, of Ogg and FLAC; Apple's framework uses it without declaring it.
  public static let vorbisComment = AVMetadataFormat(rawValue: "org.xiph.vorbis-comment")
}
