/// Finds the ends of pictures that are added in decode order. It is a pure value.
///
/// A picture is shown until the next one is. Containers do not state for how long that is: a movie states the distance
/// of decode times, which differs if pictures are reordered and come at a variable rate, and others state the usual
/// duration of the track, or a rounded one.
///
/// The next picture may be decoded before or after the picture that it ends. But no picture is shown before it is
/// decoded, so the next one is known as soon as a picture is decoded at the time of its own display, or later.
package struct PresentationEnds<Picture> {
  private struct Waiting {
    let picture: Picture
    /// The start, or `nil` for a picture whose time is not known.
    let start: Start?
    let decoded: Start
  }

  /// The pictures that wait for their ends, in decode order.
  private var waiting: [Waiting] = []
  /// The starts at which a waiting or a later picture may end, in ascending order.
  private var starts: [Start] = []
  /// The decode time of the last picture.
  private var decoded = Start(stretch: 0, time: .min)

  /// The greatest number of pictures that wait. No codec decodes so many between two pictures that are shown
  /// consecutively, but a file can state any times.
  private static var capacity: Int { 64 }

  package init() {}

  /// Takes the next picture in decode order.
  ///
  /// - Parameters:
  ///   - time: the time at which it is shown, or `nil` if that is not known.
  ///   - decodeTime: the decode time, or `nil` if that is not known. It decreases when another stretch of media begins.
  ///   - follows: a Boolean value that says whether no media is missing before the picture.
  package mutating func add(
    _ picture: Picture, shownAt time: Int64?, decodedAt decodeTime: Int64?, follows: Bool = true
  ) {
    let decodeTime = decodeTime ?? decoded.time
    let isOther = !follows || decodeTime < decoded.time
    decoded = Start(stretch: decoded.stretch + (isOther ? 1 : 0), time: decodeTime)
    let start = time.map { Start(stretch: decoded.stretch, time: $0) }
    waiting.append(Waiting(picture: picture, start: start, decoded: decoded))
    guard let start else { return }
    let place = starts.lastIndex { $0 <= start }.map { $0 + 1 } ?? 0
    starts.insert(start, at: place)
    // Times that are so far ahead cannot end the waiting pictures.
    if starts.count > 2 * Self.capacity { starts.removeLast() }
  }

  /// A Boolean value that says whether the end of the first waiting picture is known, or the search for it has ended
  /// without result.
  package var isReady: Bool {
    guard let first = waiting.first else { return false }
    guard let start = first.start, waiting.count <= Self.capacity, decoded.stretch == start.stretch else { return true }
    return next(after: start).map { $0 <= decoded } ?? false
  }

  /// Returns the first picture that waits, with the time at which the next one of its stretch is shown. It is `nil` if
  /// none waits. For the last picture of all, the time is `nil`.
  package mutating func next() -> (picture: Picture, end: Int64?)? {
    guard !waiting.isEmpty else { return nil }
    let first = waiting.removeFirst()
    let end = first.start.flatMap { start in next(after: start).flatMap { $0.stretch == start.stretch ? $0.time : nil }
    }
    // Pictures that are decoded later cannot be shown earlier.
    starts.removeFirst(starts.prefix { $0 <= first.decoded }.count)
    return (first.picture, end)
  }

  private func next(after start: Start) -> Start? { starts.first { $0 > start } }
}

/// The presentation time of a picture. It is no type within `PresentationEnds`, because it would be generic there, and
/// slow in code that is not specialized for the pictures.
private struct Start: Comparable {
  /// The number of the stretch of media. Between two stretches, pictures do not end each other.
  let stretch: Int
  let time: Int64

  static func < (one: Start, other: Start) -> Bool {
    (one.stretch, one.time) < (other.stretch, other.time)
  }
}
