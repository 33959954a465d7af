/// What Apple says in a dictionary only, without making one.
extension CMSampleBuffer {
  /// Whether the first sample is shown: `false` where `kCMSampleAttachmentKey_DoNotDisplay` says that it is for
  /// decoding only.
  public var isDisplayed: Bool { !flags(at: 0).contains(.doNotDisplay) }
}
