public import Foundation

/// What decoding can begin with.
public struct AVSampleCursorSyncInfo: Sendable {
  /// Decoding can begin here, and everything behind can be shown.
  public var sampleIsFullSync: ObjCBool
  /// Decoding can begin here, and what is behind and shown before cannot be shown.
  public var sampleIsPartialSync: ObjCBool
  /// No other sample needs it.
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
