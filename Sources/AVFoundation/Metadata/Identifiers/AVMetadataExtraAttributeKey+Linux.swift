/// Keys that Apple's framework uses without declaring them.
extension AVMetadataExtraAttributeKey {
  /// The media type of a picture, such as `image/jpeg`.
  public static let dataType = AVMetadataExtraAttributeKey("dataType")
  /// The namespace of the names of data types: `org.iana.media-type`.
  public static let dataTypeNamespace = AVMetadataExtraAttributeKey("dataTypeNamespace")
  /// The kind of picture, in ID3's words: `Cover (front)`.
  public static let pictureType = AVMetadataExtraAttributeKey("pictureType")
}

/// Keys that Apple's framework does not have.
extension AVMetadataExtraAttributeKey {
  /// The name of the file that the value holds. Pictures that are attached to Matroska files have one.
  public static let fileName = AVMetadataExtraAttributeKey("fileName")
}
