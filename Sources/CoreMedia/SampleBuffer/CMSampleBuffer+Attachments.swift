public import CoreGraphics

/// Returns the samples' attachments, one dictionary for each sample, or `nil` if there are none and none are to be
/// made.
///
/// Foundation on Linux hands out the dictionaries of an array as Swift values: read them here, and change them with
/// `sampleAttachments`.
public func CMSampleBufferGetSampleAttachmentsArray(
  _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
  sbuf.attachmentDictionaries(creating: createIfNecessary).map { NSArray(array: $0) }
}

extension CMSampleBuffer {
  /// The attachments of one sample.
  public struct PerSampleAttachmentsDictionary {
    fileprivate let dictionary: NSMutableDictionary

    /// The name of a sample's attachment.
    public struct Key: RawRepresentable, Hashable, @unchecked Sendable {
      // Sendable: a string that never changes.

      public let rawValue: CFString
      public init(rawValue: CFString) { self.rawValue = rawValue }
    }

    /// The sample's attachment; setting it changes the sample buffer.
    public subscript(key: Key) -> Any? {
      get { dictionary.object(forKey: key.rawValue) }
      nonmutating set {
        if let newValue {
          dictionary.setObject(newValue, forKey: key.rawValue)
        } else {
          dictionary.removeObject(forKey: key.rawValue)
        }
      }
    }
  }

  /// The attachments of all samples.
  public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection {
    fileprivate var dictionaries: [PerSampleAttachmentsDictionary]

    public var startIndex: Int { 0 }
    public var endIndex: Int { dictionaries.count }

    /// The attachments of one sample; an index out of range stops the process.
    public subscript(index: Int) -> PerSampleAttachmentsDictionary {
      get { dictionaries[index] }
      set { dictionaries[index] = newValue }
    }
  }

  /// The attachments of all samples, to read and to change in place.
  public var sampleAttachments: SampleAttachmentsArray {
    get {
      SampleAttachmentsArray(
        dictionaries: (attachmentDictionaries(creating: true) ?? []).map { .init(dictionary: $0) })
    }
    set {
      for (mine, theirs) in zip(attachmentDictionaries(creating: true) ?? [], newValue.dictionaries)
      where mine !== theirs.dictionary {
        mine.removeAllObjects()
        theirs.dictionary.forEach { key, value in
          if let key = key as? AnyHashable { mine.setObject(value, forKey: key) }
        }
      }
    }
  }
}

extension CMSampleBuffer.PerSampleAttachmentsDictionary.Key {
  public static let notSync = Self(rawValue: kCMSampleAttachmentKey_NotSync)
  public static let partialSync = Self(rawValue: kCMSampleAttachmentKey_PartialSync)
  public static let hasRedundantCoding = Self(rawValue: kCMSampleAttachmentKey_HasRedundantCoding)
  public static let isDependedOnByOthers = Self(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
  public static let dependsOnOthers = Self(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
  public static let earlierDisplayTimesAllowed = Self(rawValue: kCMSampleAttachmentKey_EarlierDisplayTimesAllowed)
  public static let displayImmediately = Self(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
  public static let doNotDisplay = Self(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
  public static let hevcTemporalLevelInfo = Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalLevelInfo)
  public static let hevcTemporalSubLayerAccess = Self(rawValue: kCMSampleAttachmentKey_HEVCTemporalSubLayerAccess)
  public static let hevcStepwiseTemporalSubLayerAccess = Self(
    rawValue: kCMSampleAttachmentKey_HEVCStepwiseTemporalSubLayerAccess)
  public static let hevcSyncSampleNALUnitType = Self(rawValue: kCMSampleAttachmentKey_HEVCSyncSampleNALUnitType)
  public static let audioIndependentSampleDecoderRefreshCount = Self(
    rawValue: kCMSampleAttachmentKey_AudioIndependentSampleDecoderRefreshCount)
}
