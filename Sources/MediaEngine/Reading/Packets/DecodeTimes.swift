/// Decode times for pictures that have presentation times alone, in decode order: a pure value.
///
/// Decode times never decrease, and no picture is decoded after it is presented. To get such times, the presentation
/// times are sorted, and each picture gets the one that is as many positions earlier as the reorder depth: the number
/// of pictures that are decoded before a picture that is shown before them. Few containers state that number, and some
/// guesses of it are too low, so it grows when the held pictures show a greater one.
struct DecodeTimes {
  /// The number of pictures that are held: H.264 and H.265 decode at most 16 pictures before one that is shown before
  /// them (H.264, A.3.1; H.265, A.4.2).
  static let window = 16

  /// The presentation times of the pictures that are held, in decode order.
  private var presented: [Int64] = []
  /// The decode times that are returned next, in ascending order: at least as many as there are held pictures.
  private var upcoming: [Int64] = []
  private var last: Int64?
  private let statedDepth: Int

  /// - Parameter reorderDepth: the reorder depth, as far as it is known; 0 if it is not.
  init(reorderDepth: Int) { statedDepth = min(max(0, reorderDepth), Self.window) }

  /// A Boolean value that says whether enough pictures are held to determine the first one's decode time.
  var isReady: Bool { presented.count > Self.window }

  /// Takes the next picture.
  mutating func add(presentedAt time: Int64) {
    presented.append(time)
    let index = upcoming.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    upcoming.insert(time, at: index)
  }

  /// Removes the first held picture and returns its decode time; `nil` if none is held.
  ///
  /// The time is later than the picture's presentation time only if the times of the pictures behind it decrease by
  /// more than reordering allows.
  mutating func next() -> Int64? {
    if last == nil, presented.count > statedDepth { for _ in 0..<statedDepth { addFront() } }
    // A presentation time may equal a decode time that `makeRoom` has inserted between two others.
    while let last, let next = upcoming.first, next <= last, upcoming.count > presented.count {
      upcoming.removeFirst()
    }
    while let late = firstLatePicture, makeRoom(notAfter: late) {}
    guard !presented.isEmpty else { return nil }
    presented.removeFirst()
    let time = max(upcoming.removeFirst(), last ?? .min)
    last = time
    return time
  }

  /// The first presentation time that would be earlier than its picture's decode time, among the held pictures. It is
  /// `nil` if there is none. Each picture is decoded later than the one before.
  private var firstLatePicture: Int64? {
    var decoded: [Int64] = []
    var previous = last
    for time in upcoming.prefix(presented.count) {
      let earliest = previous.map { $0 == .max ? $0 : $0 + 1 } ?? .min
      previous = max(time, earliest)
      decoded.append(max(time, earliest))
    }
    var late: Int64?
    var bound = Int64.max
    for index in presented.indices.reversed() {
      bound = min(bound, presented[index])
      if decoded[index] > bound { late = bound }
    }
    return late
  }

  /// Inserts a decode time at or before a time, so that each picture behind it gets the previous picture's decode time.
  /// The new time lies in the middle of the widest gap since the last one that was returned.
  ///
  /// - Returns: `false` if there is no gap.
  private mutating func makeRoom(notAfter bound: Int64) -> Bool {
    guard let last else { return addFront() }
    var previous = last
    var widest: (gap: Int64, end: Int64, place: Int)?
    for (place, time) in upcoming.enumerated() {
      let end = bound == .max ? time : min(time, bound + 1)
      let (gap, overflow) = end.subtractingReportingOverflow(previous)
      if !overflow, gap > widest?.gap ?? 1 { widest = (gap, end, place) }
      if time > bound { break }
      previous = time
    }
    guard let widest else { return false }
    upcoming.insert(widest.end - widest.gap / 2, at: widest.place)
    return true
  }

  /// Inserts a decode time before the first. The distance between them is that of the first two presentation times.
  ///
  /// - Returns: `false` if no earlier time exists.
  @discardableResult
  private mutating func addFront() -> Bool {
    guard let first = upcoming.first, first > .min else { return false }
    let second = upcoming.first { $0 > first } ?? first
    let (step, isTooLong) = second.subtractingReportingOverflow(first)
    let (time, isTooEarly) = first.subtractingReportingOverflow(isTooLong ? 1 : max(1, step))
    upcoming.insert(isTooEarly ? .min : time, at: 0)
    return true
  }
}
