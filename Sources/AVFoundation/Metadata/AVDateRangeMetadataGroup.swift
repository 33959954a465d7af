public import Foundation
import Synchronization

/// Metadata items that hold between two dates of the calendar, as in live streams.
public class AVDateRangeMetadataGroup: AVMetadataGroup, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: all state is protected by one lock.

  struct Fields: Sendable {
    var items: [AVMetadataItem]
    var startDate: Date
    var endDate: Date?
  }

  private let storage: Mutex<Fields>

  var fields: Fields { storage.withLock { $0 } }

  func update(_ change: (inout Fields) -> Void) { storage.withLock { change(&$0) } }

  init(_ fields: Fields) { storage = Mutex(fields) }

  /// A group of items for a range of dates; without an end it holds until something else is known.
  public convenience init(items: [AVMetadataItem], start startDate: Date, end endDate: Date?) {
    self.init(Fields(items: items, startDate: startDate, endDate: endDate))
  }

  /// The date at which the items begin to hold.
  public var startDate: Date { fields.startDate }
  /// The date at which the items cease to hold. It is `nil` where that is not known.
  public var endDate: Date? { fields.endDate }
  /// The items.
  public override var items: [AVMetadataItem] { fields.items }

  /// The group itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }
  /// An `AVMutableDateRangeMetadataGroup` of the same items and dates.
  public func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableDateRangeMetadataGroup(fields) }
}
