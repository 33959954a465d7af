/// Keys of Icecast and SHOUTcast streams.
extension AVMetadataKey {
  public static let icyMetadataKeyStreamTitle = AVMetadataKey("StreamTitle")
  public static let icyMetadataKeyStreamURL = AVMetadataKey("StreamUrl")
}
