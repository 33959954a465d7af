public import Foundation
package import MediaEngine
import Synchronization

/// Plays items one after the other.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  // Sendable: as AVPlayer, and nothing more.

  /// A player of some items. Stops the process for one that is there twice, or was given to another player (PL-50).
  public init(items: [AVPlayerItem]) { super.init(items: items, device: MixingDevice.shared) }

  /// A player of an item, which others can follow.
  public override init(playerItem item: AVPlayerItem?) { super.init(playerItem: item) }

  /// A player of the media at a URL, which other items can follow.
  public override init(url URL: URL) { super.init(url: URL) }

  /// A player without items.
  public override init() { super.init() }

  package override init(items: [AVPlayerItem], device: @escaping @Sendable (String?) -> MixingDevice) {
    super.init(items: items, device: device)
  }

  /// The items that are not played yet, and the current one, which is the first (PL-51).
  public func items() -> [AVPlayerItem] { state.withLock { $0.queue.items } }

  /// Returns whether an item can be inserted after another: it was given to no other player and is not in this one's
  /// queue, and the other item is (PL-52).
  ///
  /// - Parameter afterItem: `nil` is the last one.
  public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let items = items()
    return item.player.map { $0 === self } ?? true && !items.contains { $0 === item }
      && (afterItem.map { after in items.contains { $0 === after } } ?? true)
  }

  /// Puts an item behind another. Stops the process where `canInsert` is false (PL-52).
  ///
  /// - Parameter afterItem: `nil` is the last one.
  public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    guard canInsert(item, after: afterItem) else {
      raise(.invalidArgument, "the item is in a player already, or the item to insert it after is not in this player")
    }
    insert(item, at: .behind(afterItem))
  }

  /// Takes an item out of the queue; the current one is followed by the next (PL-53). Nothing happens to an item that is not
  /// in this queue.
  public func remove(_ item: AVPlayerItem) { if item === currentItem { endTurn(of: item) } else { takeOut(item) } }

  /// Ends the current item, and continues with the next one (PL-53). An item that a looper repeats is moved behind the
  /// looper's other items.
  public func advanceToNextItem() { if let item = currentItem { endTurn(of: item) } }

  /// Takes all items out of the queue, which stops playing (PL-53), with a rate of 0, and repeating.
  public func removeAllItems() {
    state.withLock { $0.looper }?.disableLooping()
    pause()
    // Those that are not current first: none of them is to begin.
    for item in items().reversed() { takeOut(item) }
  }
}
