/// The order in which decoded pictures are shown, from their picture order counts: a pure value.
///
/// Pictures arrive in decode order and wait. When more are waiting than a decoder may hold, the one with the lowest
/// count is shown (H.264, C.4.5.3; H.265, C.5.2.4). All waiting pictures are shown before a picture at which counts
/// restart.
struct OutputOrder {
  /// The greatest number of pictures that wait.
  private static let capacity = DecodeTimes.window

  /// The waiting pictures, by their indices in decode order.
  private var waiting: [(place: Int, count: Int)] = []
  private var nextPlace = 0

  /// Takes the next picture in decode order.
  ///
  /// - Parameters:
  ///   - count: the picture order count.
  ///   - beginsAnew: a Boolean value that says whether counts restart with this picture, so that they cannot be
  ///     compared with those of earlier pictures.
  /// - Returns: The indices in decode order, from 0, of the pictures that are shown next.
  mutating func add(count: Int, beginsAnew: Bool) -> [Int] {
    var shown = beginsAnew ? drain() : []
    waiting.append((nextPlace, count))
    nextPlace += 1
    if waiting.count > Self.capacity, let first = waiting.indices.min(by: { waiting[$0].count < waiting[$1].count }) {
      shown.append(waiting.remove(at: first).place)
    }
    return shown
  }

  /// Returns the indices of all waiting pictures, in the order in which they are shown.
  mutating func drain() -> [Int] {
    defer { waiting.removeAll(keepingCapacity: true) }
    return waiting.sorted { ($0.count, $0.place) < ($1.count, $1.place) }.map(\.place)
  }
}
