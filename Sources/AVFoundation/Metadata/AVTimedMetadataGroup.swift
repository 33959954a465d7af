public import CoreMedia
public import Foundation
import Synchronization

/// Metadata items that hold during a range of time: a chapter, or one sample of a timed metadata track.
public class AVTimedMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: all state is protected by one lock.

  struct Fields: Sendable {
    var items: [AVMetadataItem]
    var timeRange: CMTimeRange
    /// The format of the sample that the group was read from.
    var format: CMFormatDescription?
  }

  private let storage: Mutex<Fields>

  var fields: Fields { storage.withLock { $0 } }

  func update(_ change: (inout Fields) -> Void) { storage.withLock { change(&$0) } }

  init(_ fields: Fields) { storage = Mutex(fields) }

  /// A group of items for a range of time.
  public convenience init(items: [AVMetadataItem], timeRange: CMTimeRange) {
    self.init(Fields(items: items, timeRange: timeRange))
  }

  /// The time range during which the items hold. Its duration is indefinite where the end is not known yet.
  public var timeRange: CMTimeRange { fields.timeRange }
  /// The items.
  public override var items: [AVMetadataItem] { fields.items }

  /// The group itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  /// An `AVMutableTimedMetadataGroup` of the same items and time.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableTimedMetadataGroup(fields) }
}
