/// Identifiers of user data of 3GPP files (3GPP TS 26.244, 8).
extension AVMetadataIdentifier {
  public static let identifier3GPUserDataAlbumAndTrack = AVMetadataIdentifier("uiso/albm")
  public static let identifier3GPUserDataAuthor = AVMetadataIdentifier("uiso/auth")
  public static let identifier3GPUserDataCollection = AVMetadataIdentifier("uiso/coll")
  public static let identifier3GPUserDataCopyright = AVMetadataIdentifier("uiso/cprt")
  public static let identifier3GPUserDataDescription = AVMetadataIdentifier("uiso/dscp")
  public static let identifier3GPUserDataGenre = AVMetadataIdentifier("uiso/gnre")
  public static let identifier3GPUserDataKeywordList = AVMetadataIdentifier("uiso/kywd")
  public static let identifier3GPUserDataLocation = AVMetadataIdentifier("uiso/loci")
  public static let identifier3GPUserDataMediaClassification = AVMetadataIdentifier("uiso/clsf")
  public static let identifier3GPUserDataMediaRating = AVMetadataIdentifier("uiso/rtng")
  public static let identifier3GPUserDataPerformer = AVMetadataIdentifier("uiso/perf")
  public static let identifier3GPUserDataRecordingYear = AVMetadataIdentifier("uiso/yrrc")
  public static let identifier3GPUserDataThumbnail = AVMetadataIdentifier("uiso/thmb")
  public static let identifier3GPUserDataTitle = AVMetadataIdentifier("uiso/titl")
  public static let identifier3GPUserDataUserRating = AVMetadataIdentifier("uiso/urat")
}
