public import Foundation

/// A date range metadata group that can be changed.
public final class AVMutableDateRangeMetadataGroup: AVDateRangeMetadataGroup, @unchecked Sendable {
  // Sendable: as its superclass; each property by itself.

  /// The date at which the items begin to hold.
  public override var startDate: Date {
    get { super.startDate }
    set { update { $0.startDate = newValue } }
  }

  /// The date at which the items cease to hold. It is `nil` where that is not known.
  public override var endDate: Date? {
    get { super.endDate }
    set { update { $0.endDate = newValue } }
  }

  /// The items.
  public override var items: [AVMetadataItem] {
    get { super.items }
    set { update { $0.items = newValue } }
  }

  /// A group that does not change any more.
  public override func copy(with zone: NSZone? = nil) -> Any { AVDateRangeMetadataGroup(fields) }
}
