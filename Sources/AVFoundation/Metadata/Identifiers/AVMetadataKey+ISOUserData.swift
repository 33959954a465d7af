/// Keys of user data of ISO files (ISO/IEC 14496-12, 8.10).
extension AVMetadataKey {
  public static let isoUserDataKeyAccessibilityDescription = AVMetadataKey("ades")
  public static let isoUserDataKeyCopyright = AVMetadataKey("cprt")
  public static let isoUserDataKeyDate = AVMetadataKey("date")
  public static let isoUserDataKeyTaggedCharacteristic = AVMetadataKey("tagc")
}
