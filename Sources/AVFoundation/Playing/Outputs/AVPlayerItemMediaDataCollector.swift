public import Dispatch
public import Foundation
import Synchronization

/// The base class of objects that collect data of a whole item, independent of its current time.
open class AVPlayerItemMediaDataCollector: NSObject, @unchecked Sendable {
  // Sendable: it has no state.
  override init() {}
}

/// Collects the metadata of an item that hold between dates of the calendar.
///
/// Only playlists have such metadata. Only files are played here, so that a delegate is never called. Any thread.
public final class AVPlayerItemMetadataCollector: AVPlayerItemMediaDataCollector, @unchecked Sendable {
  // Sendable: a constant that knows its own lock.
  private let client = OutputDelegate<any AVPlayerItemMetadataCollectorPushDelegate>()

  /// A collector of some groups of metadata.
  ///
  /// - Parameters:
  ///   - identifiers: those of the items that are wanted, or `nil` for all.
  ///   - classifyingLabels: the labels of the groups that are wanted, or `nil` for all.
  public init(identifiers: [String]?, classifyingLabels: [String]?) {}

  /// The object that is told of groups. It is not kept, and cannot be observed (PI-88).
  public var delegate: (any AVPlayerItemMetadataCollectorPushDelegate)? { client.delegate }

  /// The queue on which the delegate is told (PI-88). It is `nil` without a delegate.
  public var delegateQueue: DispatchQueue? { client.queue }

  /// Sets the object that is called with groups.
  ///
  /// - Parameter delegateQueue: a serial queue. The main one is taken where it is `nil`.
  public func setDelegate(
    _ delegate: (any AVPlayerItemMetadataCollectorPushDelegate)?, queue delegateQueue: DispatchQueue?
  ) { client.set(delegate, delegateQueue) }
}

/// An object that is told of metadata that holds between dates.
public protocol AVPlayerItemMetadataCollectorPushDelegate: NSObjectProtocol, Sendable {
  /// Groups were found, or changed.
  ///
  /// - Parameters:
  ///   - metadataGroups: all groups that were found so far.
  ///   - indexesOfNewGroups: the indexes of the groups that were not there at the call before.
  ///   - indexesOfModifiedGroups: the indexes of the groups that have changed since then.
  func metadataCollector(
    _ metadataCollector: AVPlayerItemMetadataCollector, didCollect metadataGroups: [AVDateRangeMetadataGroup],
    indexesOfNewGroups: IndexSet, indexesOfModifiedGroups: IndexSet)
}

// Collectors of an item.
extension AVPlayerItem {
  /// The collectors in the order in which they were added.
  public var mediaDataCollectors: [AVPlayerItemMediaDataCollector] { state.withLock { $0.collectors } }

  /// Adds a collector. One that is there already stays where it is.
  public func add(_ collector: AVPlayerItemMediaDataCollector) {
    state.withLock { state in
      if !state.collectors.contains(where: { $0 === collector }) { state.collectors.append(collector) }
    }
  }

  /// Removes a collector.
  public func remove(_ collector: AVPlayerItemMediaDataCollector) {
    state.withLock { $0.collectors.removeAll { $0 === collector } }
  }
}
