import CoreMedia
import MediaEngine
import Testing

/// The order of a player's items.
@Suite struct PlayerQueueTests {
  private final class Item: Sendable {
    let duration: CMTime
    init(_ seconds: Double?) {
      duration = seconds.map { CMTime(seconds: $0, preferredTimescale: 1000) } ?? .indefinite
    }
  }

  private static func queue(_ items: [Item]) -> PlayerQueue<Item> {
    var queue = PlayerQueue<Item>()
    for item in items { _ = queue.insert(item, at: .behind(nil)) }
    return queue
  }

  @Test func `PL-51, PL-52: items are put behind others, once each, and taken out`() {
    let items = (0..<4).map { _ in Item(1) }
    var queue = Self.queue(Array(items[..<2]))
    let areNew = [
      queue.insert(items[2], at: .behind(items[0])), queue.insert(items[2], at: .first),
      // Behind one that is not there is at the end.
      queue.insert(items[3], at: .behind(Item(1))),
    ]
    #expect(areNew == [true, false, true])
    #expect(queue.items.map(ObjectIdentifier.init) == [0, 2, 1, 3].map { ObjectIdentifier(items[$0]) })
    #expect(queue.current === items[0])
    queue.move(items[0], to: .behind(nil))
    #expect(queue.items.map(ObjectIdentifier.init) == [2, 1, 3, 0].map { ObjectIdentifier(items[$0]) })
    queue.move(Item(1), to: .first)
    queue.remove(items[2])
    queue.remove(items[2])
    queue.move(items[0], to: .behind(items[1]))
    #expect(queue.items.map(ObjectIdentifier.init) == [1, 0, 3].map { ObjectIdentifier(items[$0]) })
    queue.move(items[3], to: .first)
    #expect(queue.items.map(ObjectIdentifier.init) == [3, 1, 0].map { ObjectIdentifier(items[$0]) })
  }

  @Test(
    arguments: [
      ([], 0), ([60], 1), ([60, 60, 60], 2), ([60, 1, 60, 60], 3), ([60, 1, 1, 60, 60], 3),
      ([60, 0.5, 0.5, 60, 60], 4),
      ([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], 6), ([60, nil, 60], 2), ([nil, 1, nil, nil], 3),
    ] as [([Double?], Int)])
  func `PL-54: the next item is open, and more where it is short`(seconds: [Double?], count: Int) {
    #expect(Self.queue(seconds.map(Item.init)).itemsToOpen(duration: \.duration).count == count)
  }
}
