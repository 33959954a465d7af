public import Foundation

/// Information that says whether decoding can begin with a sample.
public struct AVSampleCursorSyncInfo: Sendable {
  /// A Boolean value that says whether decoding can begin at this sample, so that all later samples can be shown.
  public var sampleIsFullSync: ObjCBool
  /// A Boolean value that says whether decoding can begin at this sample, except that samples which are stored after it
  /// and shown before it cannot be shown.
  public var sampleIsPartialSync: ObjCBool
  /// A Boolean value that says whether no other sample needs this one.
  public var sampleIsDroppable: ObjCBool

  /// All false and zero.
  public init() {
    self.init(sampleIsFullSync: false, sampleIsPartialSync: false, sampleIsDroppable: false)
  }

  public init(sampleIsFullSync: ObjCBool, sampleIsPartialSync: ObjCBool, sampleIsDroppable: ObjCBool) {
    self.sampleIsFullSync = sampleIsFullSync
    self.sampleIsPartialSync = sampleIsPartialSync
    self.sampleIsDroppable = sampleIsDroppable
  }
}
