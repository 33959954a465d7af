internal import CoreGraphics

/// The properties of a sample for decoding and display: the attachments that nearly every sample has, as bits.
///
/// A property that may also be unknown has two bits, one for yes and one for no.
package struct SampleFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Decoding cannot start here.
  package static let notSync = SampleFlags(rawValue: 1 << 0)
  /// An open group of pictures starts here: decoding can start, but later samples that are shown before this one are
  /// lost.
  package static let partialSync = SampleFlags(rawValue: 1 << 1)
  /// The sample needs other samples to be decoded.
  package static let dependsOnOthers = SampleFlags(rawValue: 1 << 2)
  /// The sample needs no other sample.
  package static let independent = SampleFlags(rawValue: 1 << 3)
  /// Other samples need this one.
  package static let isDependedOnByOthers = SampleFlags(rawValue: 1 << 4)
  /// No other sample depends on it, so that it can be dropped.
  package static let droppable = SampleFlags(rawValue: 1 << 5)
  package static let hasRedundantCoding = SampleFlags(rawValue: 1 << 6)
  package static let hasNoRedundantCoding = SampleFlags(rawValue: 1 << 7)
  package static let earlierDisplayTimesAllowed = SampleFlags(rawValue: 1 << 8)
  /// The sample is decoded but not shown.
  package static let doNotDisplay = SampleFlags(rawValue: 1 << 9)
  package static let displayImmediately = SampleFlags(rawValue: 1 << 10)

  /// The attachment of each bit.
  private static let attachments: [(flag: SampleFlags, key: String, value: Bool)] = [
    (.notSync, kCMSampleAttachmentKey_NotSync as String, true),
    (.partialSync, kCMSampleAttachmentKey_PartialSync as String, true),
    (.dependsOnOthers, kCMSampleAttachmentKey_DependsOnOthers as String, true),
    (.independent, kCMSampleAttachmentKey_DependsOnOthers as String, false),
    (.isDependedOnByOthers, kCMSampleAttachmentKey_IsDependedOnByOthers as String, true),
    (.droppable, kCMSampleAttachmentKey_IsDependedOnByOthers as String, false),
    (.hasRedundantCoding, kCMSampleAttachmentKey_HasRedundantCoding as String, true),
    (.hasNoRedundantCoding, kCMSampleAttachmentKey_HasRedundantCoding as String, false),
    (.earlierDisplayTimesAllowed, kCMSampleAttachmentKey_EarlierDisplayTimesAllowed as String, true),
    (.doNotDisplay, kCMSampleAttachmentKey_DoNotDisplay as String, true),
    (.displayImmediately, kCMSampleAttachmentKey_DisplayImmediately as String, true),
  ]

  /// Creates the flags that a sample's attachments stand for.
  init(_ dictionary: NSDictionary) {
    self = []
    for (flag, key, value) in Self.attachments {
      if let number = dictionary.object(forKey: key) as? NSNumber, number.boolValue == value { insert(flag) }
    }
  }

  /// The attachments that stand for these flags.
  var dictionary: NSMutableDictionary {
    let dictionary = NSMutableDictionary()
    for (flag, key, value) in Self.attachments where contains(flag) { dictionary[key] = NSNumber(value: value) }
    return dictionary
  }
}
