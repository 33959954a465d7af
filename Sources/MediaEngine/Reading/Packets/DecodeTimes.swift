/// Decode times for pictures that have presentation times alone, in decode order: a pure value.
///
/// Decode times never go back, and no picture is decoded after it is presented. The presentation times in ascending
/// order, moved back by as many places as pictures are decoded ahead of one that is shown before them, are such times.
/// That number, the reorder depth, is stated by few containers and guessed too low by others: it grows where the pictures
/// that are held show a greater one.
struct DecodeTimes {
  /// Pictures that are held: H.264 and H.265 decode at most 16 ahead of one that is shown before them (H.264, A.3.1;
  /// H.265, A.4.2).
  static let window = 16

  /// The presentation times of the pictures that are held, in decode order.
  private var presented: [Int64] = []
  /// The decode times that are given next, in ascending order: at least as many as there are pictures held.
  private var upcoming: [Int64] = []
  private var last: Int64?
  private let statedDepth: Int

  /// - Parameter reorderDepth: as far as known; 0 where it is not.
  init(reorderDepth: Int) { statedDepth = min(max(0, reorderDepth), Self.window) }

  /// Whether enough pictures are held to tell the first one's decode time.
  var isReady: Bool { presented.count > Self.window }

  /// Takes the next picture.
  mutating func add(presentedAt time: Int64) {
    presented.append(time)
    let index = upcoming.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0
    upcoming.insert(time, at: index)
  }

  /// The decode time of the first picture that is held, which is then no longer; `nil` where none is.
  ///
  /// Later than its presentation time only where the times of the pictures behind it go back by more than they can be
  /// reordered.
  mutating func next() -> Int64? {
    if last == nil, presented.count > statedDepth { for _ in 0..<statedDepth { addFront() } }
    // A picture may be presented at a time that was put between two others.
    while let last, let next = upcoming.first, next <= last, upcoming.count > presented.count {
      upcoming.removeFirst()
    }
    while let index = firstLatePicture, makeRoom(before: index) {}
    guard !presented.isEmpty else { return nil }
    presented.removeFirst()
    let time = max(upcoming.removeFirst(), last ?? .min)
    last = time
    return time
  }

  /// The place among the held pictures of the first that would be decoded after it or one behind it is presented.
  private var firstLatePicture: Int? {
    var late: Int?
    var bound = Int64.max
    for index in presented.indices.reversed() {
      bound = min(bound, presented[index])
      if upcoming[index] > bound { late = index }
    }
    return late
  }

  /// Adds a decode time before that of a held picture, which gets the one before it.
  ///
  /// - Returns: `false` where there is no room for one.
  private mutating func makeRoom(before index: Int) -> Bool {
    guard let last else {
      addFront()
      return upcoming[0] > .min
    }
    var previous = last
    var widest: (gap: Int64, place: Int) = (0, 0)
    for (place, time) in upcoming[...index].enumerated() {
      let gap = time.subtractingReportingOverflow(previous)
      if !gap.overflow, gap.partialValue > widest.gap { widest = (gap.partialValue, place) }
      previous = time
    }
    guard widest.gap > 1 else { return false }
    upcoming.insert(upcoming[widest.place] - widest.gap / 2, at: widest.place)
    return true
  }

  /// Adds a decode time before the first: as long before it as the second picture is shown behind the first.
  private mutating func addFront() {
    guard let first = upcoming.first else { return }
    let second = upcoming.first { $0 > first } ?? first
    let step = second.subtractingReportingOverflow(first).partialValue
    upcoming.insert(first.subtractingReportingOverflow(max(1, step)).partialValue, at: 0)
  }
}
