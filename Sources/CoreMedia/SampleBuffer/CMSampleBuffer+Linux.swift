internal import CoreGraphics
internal import Foundation
import FoundationSupplement

/// Properties for which Apple's API has only a dictionary; they do not create it.
extension CMSampleBuffer {
  /// A Boolean value that says whether the first sample is shown.
  ///
  /// It is `false` where `kCMSampleAttachmentKey_DoNotDisplay` says that the sample is for decoding only.
  public var isDisplayed: Bool { !flags(at: 0).contains(.doNotDisplay) }
}

/// Data that belongs to a decoded picture.
extension CMSampleBuffer {
  /// The closed captions: units of `cc_data( )` in ATSC A/53 part 4 (6.2.3), three bytes each, which hold the captions
  /// of CEA-608 and CEA-708, or `nil` for none.
  ///
  /// A reader attaches what pictures of H.264, HEVC, AV1 and MPEG-2 carry, and encoders of H.264 and HEVC put it into
  /// theirs. It propagates to copies of the buffer.
  public var closedCaptions: [UInt8]? {
    get {
      [UInt8](bytesOf: attachment(Self.closedCaptionsKey))
    }
    set {
      let value = newValue.flatMap { $0.isEmpty ? nil : NSData(data: Data($0)) }
      CMSetAttachment(
        self, key: Self.closedCaptionsKey, value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }
  }

  // A string that never changes.
  nonisolated(unsafe) private static let closedCaptionsKey: CFString = "ClosedCaptions"
}
