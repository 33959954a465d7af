/// Identifiers of user data of ISO files (ISO/IEC 14496-12, 8.10).
extension AVMetadataIdentifier {
  public static let isoUserDataAccessibilityDescription = AVMetadataIdentifier("uiso/ades")
  public static let isoUserDataCopyright = AVMetadataIdentifier("uiso/cprt")
  public static let isoUserDataDate = AVMetadataIdentifier("uiso/date")
  public static let isoUserDataTaggedCharacteristic = AVMetadataIdentifier("uiso/tagc")
}
