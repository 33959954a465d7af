public import Foundation

/// Metadata items that hold together. The superclass of groups with a time.
public class AVMetadataGroup: NSObject, @unchecked Sendable {
  // Sendable: subclasses keep everything behind a lock.

  /// The items.
  public var items: [AVMetadataItem] { [] }
  /// A name for the kind of group in a stream. It is always `nil` here.
  public var classifyingLabel: String? { nil }
  /// The identifier of the group among others of its stream. It is always `nil` here.
  public var uniqueID: String? { nil }
}
