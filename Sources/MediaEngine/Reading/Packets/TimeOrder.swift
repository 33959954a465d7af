/// Finds elements whose times are wrong in a sequence that goes forward in time: a pure value.
///
/// A wrong time is told from a right one by its neighbours: of the elements that are held, the largest part that is in
/// order is right. A jump that the sequence does not come back from is no error.
struct TimeOrder<Element> {
  private let capacity: Int
  /// A Boolean value that says whether two elements may have the same time.
  private let allowsEqual: Bool
  private var held: [(element: Element, time: Int64)] = []
  private var last: Int64?

  /// The verdict on an element's time.
  enum Verdict {
    case inOrder(Element)
    case misplaced(Element)
  }

  /// - Parameter capacity: the number of elements that are held: more than twice as many as may be wrong in a row.
  init(capacity: Int, allowsEqual: Bool = false) {
    self.capacity = capacity
    self.allowsEqual = allowsEqual
  }

  /// Takes the next element.
  ///
  /// - Returns: The verdict on the first element that is held, once there are enough behind it to tell.
  mutating func add(_ element: Element, at time: Int64) -> Verdict? {
    held.append((element, time))
    return held.count > capacity ? removeFirst() : nil
  }

  /// Returns the verdict on the first element that is held, after the end; `nil` where none is.
  mutating func drain() -> Verdict? { held.isEmpty ? nil : removeFirst() }

  private mutating func removeFirst() -> Verdict {
    let isRight = firstIsInOrder
    let (element, time) = held.removeFirst()
    guard isRight else { return .misplaced(element) }
    last = time
    return .inOrder(element)
  }

  /// A Boolean value that says whether the first element belongs to a longest part that is in order.
  private var firstIsInOrder: Bool {
    let first = held[0].time
    if let last, !follows(first, last) { return false }
    var previous = first
    let isSorted = held.dropFirst().allSatisfy { next in
      defer { previous = next.time }
      return follows(next.time, previous)
    }
    return isSorted || longest(after: first, from: 1) + 1 >= longest(after: last, from: 1)
  }

  private func follows(_ time: Int64, _ other: Int64) -> Bool { allowsEqual ? time >= other : time > other }

  /// Returns the length of the longest increasing part that is later than a time.
  private func longest(after start: Int64?, from index: Int) -> Int {
    // The last elements of the best parts of each length.
    var ends: [Int64] = []
    for (_, time) in held[index...] where start.map({ follows(time, $0) }) ?? true {
      let place = ends.firstIndex { !follows(time, $0) } ?? ends.count
      if place == ends.count { ends.append(time) } else { ends[place] = time }
    }
    return ends.count
  }
}
