/// Identifiers of Icecast and SHOUTcast streams.
extension AVMetadataIdentifier {
  public static let icyMetadataStreamTitle = AVMetadataIdentifier("icy/StreamTitle")
  public static let icyMetadataStreamURL = AVMetadataIdentifier("icy/StreamUrl")
}
