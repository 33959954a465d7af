/// A first-in, first-out queue over one array: appending and taking cost constant time on average.
struct PacketQueue<Element> {
  private var storage: [Element?] = []
  private var head = 0

  /// The number of taken slots at the front that are dropped, once they are half of the storage.
  private static var compactionThreshold: Int { 64 }

  var isEmpty: Bool { head == storage.count }
  var count: Int { storage.count - head }
  var first: Element? { isEmpty ? nil : storage[head] }

  mutating func append(_ element: Element) { storage.append(element) }

  mutating func popFirst() -> Element? {
    guard !isEmpty else { return nil }
    var element: Element?
    swap(&element, &storage[head])
    head += 1
    if head >= Self.compactionThreshold && head * 2 >= storage.count {
      storage.removeFirst(head)
      head = 0
    }
    return element
  }

  mutating func removeAll() {
    storage.removeAll()
    head = 0
  }
}
