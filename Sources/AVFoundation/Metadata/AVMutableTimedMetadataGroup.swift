public import CoreMedia
public import Foundation

/// A timed metadata group that can be changed.
public final class AVMutableTimedMetadataGroup: AVTimedMetadataGroup, @unchecked Sendable {
  // Sendable: as its superclass; each property by itself.

  /// The time range during which the items hold.
  public override var timeRange: CMTimeRange {
    get { super.timeRange }
    set { update { $0.timeRange = newValue } }
  }

  /// The items.
  public override var items: [AVMetadataItem] {
    get { super.items }
    set { update { $0.items = newValue } }
  }

  /// A group that does not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any { AVTimedMetadataGroup(fields) }
}
