/// Properties for which Apple's API has only a dictionary; they do not create it.
extension CMSampleBuffer {
  /// A Boolean value that says whether the first sample is shown.
  ///
  /// It is `false` where `kCMSampleAttachmentKey_DoNotDisplay` says that the sample is for decoding only.
  public var isDisplayed: Bool { !flags(at: 0).contains(.doNotDisplay) }
}
