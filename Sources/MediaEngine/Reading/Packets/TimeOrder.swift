/// Finds elements whose times are wrong in a sequence whose times increase: a pure value.
///
/// Wrong times are recognized by their neighbours: the longest increasing subsequence of the held elements is right. A
/// jump from which the sequence does not return is no error.
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

  /// - Parameter capacity: the number of held elements: more than twice as many as may be wrong in a row.
  init(capacity: Int, allowsEqual: Bool = false) {
    self.capacity = capacity
    self.allowsEqual = allowsEqual
  }

  /// Takes the next element.
  ///
  /// - Returns: The verdict on the first held element, once there are enough behind it to decide.
  mutating func add(_ element: Element, at time: Int64) -> Verdict? {
    held.append((element, time))
    return held.count > capacity ? removeFirst() : nil
  }

  /// Returns the verdict on the first held element, after the end; `nil` if none is held.
  mutating func drain() -> Verdict? { held.isEmpty ? nil : removeFirst() }

  private mutating func removeFirst() -> Verdict {
    let isRight = firstIsInOrder
    let (element, time) = held.removeFirst()
    guard isRight else { return .misplaced(element) }
    last = time
    return .inOrder(element)
  }

  /// A Boolean value that says whether the first element belongs to a longest increasing subsequence.
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

  /// Returns the length of the longest increasing subsequence whose times are later than a time.
  private func longest(after start: Int64?, from index: Int) -> Int {
    // The smallest last time of the subsequences of each length.
    var ends: [Int64] = []
    for (_, time) in held[index...] where start.map({ follows(time, $0) }) ?? true {
      let place = ends.firstIndex { !follows(time, $0) } ?? ends.count
      if place == ends.count { ends.append(time) } else { ends[place] = time }
    }
    return ends.count
  }
}
