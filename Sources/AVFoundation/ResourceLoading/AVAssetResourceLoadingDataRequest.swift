public import Foundation
import MediaEngine

/// Asks for bytes of a resource. Any thread.
public final class AVAssetResourceLoadingDataRequest: NSObject, Sendable {
  private let supply: SupplyRequest

  init(_ supply: SupplyRequest) { self.supply = supply }

  /// The place of the first byte that is wanted.
  public var requestedOffset: Int64 { supply.offset }

  /// How many bytes are wanted; `Int.max` where the end is not known.
  public var requestedLength: Int { supply.count.map { Int($0) } ?? .max }

  /// Whether everything to the end is wanted: of a resource without byte ranges.
  public var requestsAllDataToEndOfResource: Bool { supply.count == nil }

  /// The place of the byte that is expected next.
  public var currentOffset: Int64 { supply.nextOffset }

  /// Takes the bytes from `currentOffset` on, as many at once as suits the delegate. They can be used at once. What goes
  /// beyond what was asked for is dropped.
  public func respond(with data: Data) { supply.respond(data) }
}
