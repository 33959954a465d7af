extension AVMetadataKeySpace {
  /// The field names of Vorbis comments, in capitals; Apple's framework uses it without declaring it.
  public static let vorbisComment = AVMetadataKeySpace("vorb")
  /// The names of Matroska's tags in capitals, behind the type of what they are a tag of where the file says one
  /// (`ALBUM/TITLE`), and of its segment's own elements (`WritingApp`).
  public static let matroska = AVMetadataKeySpace("org.matroska")
}

extension AVMetadataFormat {
  /// Vorbis comments, of Ogg and FLAC; Apple's framework uses it without declaring it.
  public static let vorbisComment = AVMetadataFormat(rawValue: "org.xiph.vorbis-comment")
}
