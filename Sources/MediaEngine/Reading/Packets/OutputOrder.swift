/// The order in which decoded pictures are shown, from their picture order counts: a pure value.
///
/// Pictures come in decode order, and wait. When more wait than a decoder may hold, the one with the lowest count is
/// shown (H.264, C.4.5.3; H.265, C.5.2.4). All that wait are shown before a picture with which counts begin anew.
struct OutputOrder {
  /// The number of pictures that wait at most.
  private static let capacity = DecodeTimes.window

  /// The pictures that wait, by their places in decode order.
  private var waiting: [(place: Int, count: Int)] = []
  private var nextPlace = 0

  /// Takes the next picture in decode order.
  ///
  /// - Parameters:
  ///   - count: the picture order count.
  ///   - beginsAnew: a Boolean value that says whether the counts of this picture and of those behind it say nothing
  ///     about the pictures before.
  /// - Returns: The places in decode order, from 0, of the pictures that are shown next.
  mutating func add(count: Int, beginsAnew: Bool) -> [Int] {
    var shown = beginsAnew ? drain() : []
    waiting.append((nextPlace, count))
    nextPlace += 1
    if waiting.count > Self.capacity, let first = waiting.indices.min(by: { waiting[$0].count < waiting[$1].count }) {
      shown.append(waiting.remove(at: first).place)
    }
    return shown
  }

  /// Returns the places of all pictures that wait, in the order in which they are shown.
  mutating func drain() -> [Int] {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting.sorted { ($0.count, $0.place) < ($1.count, $1.place) }.map(\.place)
  }
}
