/// The decision of a download what to ask the server for next. A pure value.
struct DownloadPlan: Equatable, Sendable {
  /// A reader of the download.
  struct Reader: Equatable, Sendable {
    /// The byte that it reads next.
    var place: Int64
    /// A Boolean value that says whether it waits for that byte.
    var isWaiting = false
  }

  /// The number of bytes of the resource. It is `nil` where the server does not say.
  var byteCount: Int64?
  /// A Boolean value that says whether the server gives stretches. One that does not gives all bytes from 0 on.
  var acceptsRanges = true
  /// The number of bytes that are wanted ahead of each reader.
  var aheadCount: Int64
  /// The bytes that are asked for at once: more, the longer a download goes on without a jump.
  private var requestCount = smallestRequest
  private var nextPlace: Int64?

  /// The least number of bytes that are asked for: enough for the index of a short movie, and little to throw away
  /// after a jump.
  private static let smallestRequest: Int64 = 64 << 10
  /// The greatest number of bytes that are asked for: asking takes little of the time, and a reader who waits elsewhere
  /// does not wait for long.
  private static let largestRequest: Int64 = 4 << 20

  /// The number of bytes that come about as soon as those that are asked for anew.
  private static let soon: Int64 = 32 << 10

  init(aheadCount: Int64) { self.aheadCount = aheadCount }

  /// Returns the bytes to ask for. They are `nil` where nothing is wanted for now.
  ///
  /// A reader who waits comes first, then the one who has least ahead: less than half of what is wanted, since every
  /// request costs something.
  mutating func nextRequest(_ present: ByteRanges, _ readers: some Collection<Reader>) -> Range<Int64>? {
    let place = awaited(present, readers).min() ?? placeAhead(present, readers)
    guard let place else { return nil }
    if !acceptsRanges { return 0..<(byteCount ?? .max) }
    requestCount = place == nextPlace ? min(requestCount * 2, Self.largestRequest) : Self.smallestRequest
    let end = min(
      Self.place(requestCount, behind: place), byteCount ?? .max, present.nextStart(behind: place) ?? .max)
    nextPlace = end
    return place..<end
  }

  /// Returns whether the bytes ahead of every reader are as many as are wanted.
  func isFull(_ present: ByteRanges, _ readers: some Collection<Reader>) -> Bool {
    placeAhead(present, readers) == nil && awaited(present, readers).isEmpty
  }

  /// Returns the places of the bytes that readers wait for.
  func awaited(_ present: ByteRanges, _ readers: some Collection<Reader>) -> [Int64] {
    readers.filter { $0.isWaiting && isWithin($0.place) && present.stretch(at: $0.place) == nil }.map(\.place)
  }

  private func placeAhead(_ present: ByteRanges, _ readers: some Collection<Reader>) -> Int64? {
    let edges = readers.map { (place: $0.place, edge: present.firstMissing(from: $0.place)) }
      .filter { isWithin($0.edge) && $0.edge - $0.place < aheadCount / 2 }
    // A stretch that was begun goes on up to all that is wanted, unless another reader has much less.
    if let nextPlace, let going = readers.first(where: { present.firstMissing(from: $0.place) == nextPlace }),
      isWithin(nextPlace), nextPlace - going.place < aheadCount,
      !edges.contains(where: { $0.edge - $0.place < aheadCount / 8 && $0.edge != nextPlace })
    {
      return nextPlace
    }
    return edges.min { $0.edge - $0.place < $1.edge - $1.place }?.edge
  }

  /// Returns the place some bytes behind another, as far as there are such places: a server may state any number of
  /// bytes.
  private static func place(_ count: Int64, behind place: Int64) -> Int64 { place + min(count, .max - place) }

  private func isWithin(_ place: Int64) -> Bool { byteCount.map { place < $0 } ?? true }

  /// Returns whether an answer, whose next byte and end are given, is still wanted: no reader waits for a byte that it
  /// does not bring soon.
  func isWanted(_ answer: Range<Int64>, _ present: ByteRanges, _ readers: some Collection<Reader>) -> Bool {
    let awaited = awaited(present, readers)
    let soon = acceptsRanges ? Self.place(Self.soon, behind: answer.lowerBound) : .max
    return awaited.isEmpty || awaited.contains { answer.contains($0) && $0 < soon }
  }
}
