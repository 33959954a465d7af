/// Decode times for pictures that have presentation times alone, in decode order: a pure value.
///
/// Decode times never go back, and no picture is decoded after it is presented. The presentation times in ascending
/// order, moved back by as many places as pictures are decoded ahead of one that is shown before them, are such times.
/// That number, the reorder depth, is stated by few containers and guessed too low by others: it grows where the
/// pictures that are held show a greater one.
struct DecodeTimes {
  /// The number of pictures that are held: H.264 and H.265 decode at most 16 ahead of one that is shown before them
  /// (H.264, A.3.1; H.265, A.4.2).
  static let window = 16

  /// The presentation times of the pictures that are held, in decode order.
  private var presented: [Int64] = []
  /// The decode times that are given next, in ascending order: at least as many as there are pictures held.
  private var upcoming: [Int64] = []
  private var last: Int64?
  private let statedDepth: Int

  /// - Parameter reorderDepth: the reorder depth, as far as it is known; 0 where it is not.
  init(reorderDepth: Int) { statedDepth = min(max(0, reorderDepth), Self.window) }

  /// A Boolean value that says whether enough pictures are held to tell the first one's decode time.
  var isReady: Bool { presented.count > Self.window }

  /// Takes the next picture.
  mutating func add(presentedAt time: Int64) {
    presented.append(time)
    let index = upcoming.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    upcoming.insert(time, at: index)
  }

  /// Returns the decode time of the first picture that is held, and holds it no longer; `nil` where none is held.
  ///
  /// The time is later than the picture's presentation time only where the times of the pictures behind it go back by
  /// more than they can be reordered.
  mutating func next() -> Int64? {
    if last == nil, presented.count > statedDepth { for _ in 0..<statedDepth { addFront() } }
    // A picture may be presented at a time that was put between two others.
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

  /// The presentation time that the first of the held pictures would be decoded too late for, its own or that of a
  /// picture behind it; `nil` where none would. Each picture is decoded later than the one before.
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

  /// Adds a decode time at or before a time, so that each picture behind it gets the one before its own: in the middle
  /// of the widest gap since the last one that was given.
  ///
  /// - Returns: `false` where there is no room for one.
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

  /// Adds a decode time before the first: as long before it as the second picture is shown behind the first.
  ///
  /// - Returns: `false` where no time is earlier.
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
