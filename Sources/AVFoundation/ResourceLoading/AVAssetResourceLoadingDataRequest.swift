public import Foundation
import MediaEngine

/// Asks for bytes of a resource. Any thread.
public final class AVAssetResourceLoadingDataRequest: NSObject, Sendable {
  private let supply: SupplyRequest

  init(_ supply: SupplyRequest) { self.supply = supply }

  /// The offset of the first byte that is wanted.
  public var requestedOffset: Int64 { supply.offset }

  /// The number of bytes that are wanted. It is `Int.max` where the end is not known.
  public var requestedLength: Int { supply.count.map { Int($0) } ?? .max }

  /// A Boolean value that says whether everything to the end is wanted, as for a resource without byte ranges.
  public var requestsAllDataToEndOfResource: Bool { supply.count == nil }

  /// The offset of the byte that is expected next.
  public var currentOffset: Int64 { supply.nextOffset }

  /// Accepts the bytes from `currentOffset` on, as many per call as suits the delegate. They can be used at once. Bytes
  /// beyond those that were requested are dropped.
  public func respond(with data: Data) { supply.respond(data) }
}
