/// Keys of user data of 3GPP files (3GPP TS 26.244, 8).
extension AVMetadataKey {
  public static let metadata3GPUserDataKeyAlbumAndTrack = AVMetadataKey("albm")
  public static let metadata3GPUserDataKeyAuthor = AVMetadataKey("auth")
  public static let metadata3GPUserDataKeyCollection = AVMetadataKey("coll")
  public static let metadata3GPUserDataKeyCopyright = AVMetadataKey("cprt")
  public static let metadata3GPUserDataKeyDescription = AVMetadataKey("dscp")
  public static let metadata3GPUserDataKeyGenre = AVMetadataKey("gnre")
  public static let metadata3GPUserDataKeyKeywordList = AVMetadataKey("kywd")
  public static let metadata3GPUserDataKeyLocation = AVMetadataKey("loci")
  public static let metadata3GPUserDataKeyMediaClassification = AVMetadataKey("clsf")
  public static let metadata3GPUserDataKeyMediaRating = AVMetadataKey("rtng")
  public static let metadata3GPUserDataKeyPerformer = AVMetadataKey("perf")
  public static let metadata3GPUserDataKeyRecordingYear = AVMetadataKey("yrrc")
  public static let metadata3GPUserDataKeyThumbnail = AVMetadataKey("thmb")
  public static let metadata3GPUserDataKeyTitle = AVMetadataKey("titl")
  public static let metadata3GPUserDataKeyUserRating = AVMetadataKey("urat")
}
