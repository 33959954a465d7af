package import CoreMedia

/// The items of a player in their order, the current one first. A pure value.
package struct PlayerQueue<Item: AnyObject & Sendable>: Sendable {
  package private(set) var items: [Item] = []

  package init() {}

  package var current: Item? { items.first }

  package func contains(_ item: Item) -> Bool { items.contains { $0 === item } }

  /// The place of an item in the queue.
  package enum Place {
    case first
    /// After another item, or last if that is `nil` or not in the queue.
    case behind(Item?)
  }

  /// Puts an item into the queue.
  ///
  /// - Returns: Whether it was not in the queue yet.
  package mutating func insert(_ item: Item, at place: Place) -> Bool {
    if contains(item) { return false }
    switch place {
    case .first: items.insert(item, at: 0)
    case .behind(let other):
      let index = other.flatMap { other in items.firstIndex { $0 === other } }
      items.insert(item, at: index.map { $0 + 1 } ?? items.count)
    }
    return true
  }

  /// - Returns: Whether the item was in the queue.
  @discardableResult
  package mutating func remove(_ item: Item) -> Bool {
    guard let index = items.firstIndex(where: { $0 === item }) else { return false }
    items.remove(at: index)
    return true
  }

  /// Moves an item to another place. One that is not in the queue stays out of it.
  package mutating func move(_ item: Item, to place: Place) {
    guard contains(item) else { return }
    remove(item)
    _ = insert(item, at: place)
  }

  /// The time of other items, in seconds, that suffices to open an item and decode its first second.
  private static var aheadSeconds: Double { 2 }
  /// The greatest number of open items. Each holds decoders and decoded media.
  private static var mostOpen: Int { 6 }

  /// Returns the first items of the queue, which should be open so that each can follow the one before at once: the
  /// current one, the next, and more if those are short.
  ///
  /// - Parameter duration: the duration of an item. It is not numeric if it is not known yet.
  package func itemsToOpen(duration: (Item) -> CMTime) -> ArraySlice<Item> {
    var (count, seconds) = (min(2, items.count), 0.0)
    while count < min(items.count, Self.mostOpen) {
      let duration = duration(items[count - 1])
      guard duration.isNumeric else { break }
      seconds += duration.seconds
      if seconds >= Self.aheadSeconds { break }
      count += 1
    }
    return items.prefix(count)
  }
}
