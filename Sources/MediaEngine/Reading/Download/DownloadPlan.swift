/// Decides which bytes a download requests next, and which it keeps. A pure value.
struct DownloadPlan: Equatable, Sendable {
  /// A reader of the download.
  struct Reader: Equatable, Sendable {
    /// The offset of the byte that it reads next.
    var place: Int64
    /// A Boolean value that says whether it waits for that byte.
    var isWaiting = false
  }

  /// The number of bytes of the resource. It is `nil` if the server does not state it.
  var byteCount: Int64?
  /// A Boolean value that says whether the server supports ranges. A server that does not sends all bytes from 0 on.
  var acceptsRanges = true
  /// The number of bytes that are wanted ahead of each reader.
  var aheadCount: Int64
  /// The number of bytes that are requested at once. It grows while a download continues without a jump.
  private var requestCount = smallestRequest
  private var nextPlace: Int64?

  /// The least number of bytes that are requested: enough for the index of a short movie, and few to discard after a
  /// jump.
  private static let smallestRequest: Int64 = 64 << 10
  /// The greatest number of bytes that are requested: so many that the request itself takes little of the time, and so
  /// few that a reader who waits elsewhere does not wait for long.
  private static let largestRequest: Int64 = 4 << 20

  /// The number of bytes that arrive in about the time that a new request takes.
  private static let soon: Int64 = 32 << 10

  /// The least number of bytes, ahead of and behind the readers, that are kept in addition to those that are wanted
  /// ahead of each reader.
  private static let kept: Int64 = 256 << 20

  init(aheadCount: Int64) { self.aheadCount = aheadCount }

  /// Returns the bytes to request. It is `nil` if nothing is wanted for now.
  ///
  /// A reader who waits comes first, then the one that has the fewest bytes ahead. Its bytes are requested when less
  /// than half of the wanted number is left, since every request has a cost.
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

  /// Returns whether every reader has the wanted number of bytes ahead.
  func isFull(_ present: ByteRanges, _ readers: some Collection<Reader>) -> Bool {
    placeAhead(present, readers) == nil && awaited(present, readers).isEmpty
  }

  /// Returns the offsets of the bytes that readers wait for.
  func awaited(_ present: ByteRanges, _ readers: some Collection<Reader>) -> [Int64] {
    readers.filter { $0.isWaiting && isWithin($0.place) && present.stretch(at: $0.place) == nil }.map(\.place)
  }

  private func placeAhead(_ present: ByteRanges, _ readers: some Collection<Reader>) -> Int64? {
    let edges = readers.map { (place: $0.place, edge: present.firstMissing(from: $0.place)) }
      .filter { isWithin($0.edge) && $0.edge - $0.place < aheadCount / 2 }
    // A download continues at its last end until all wanted bytes are there, unless another reader has much fewer
    // ahead.
    if let nextPlace, let going = readers.first(where: { present.firstMissing(from: $0.place) == nextPlace }),
      isWithin(nextPlace), nextPlace - going.place < aheadCount,
      !edges.contains(where: { $0.edge - $0.place < aheadCount / 8 && $0.edge != nextPlace })
    {
      return nextPlace
    }
    return edges.min { $0.edge - $0.place < $1.edge - $1.place }?.edge
  }

  /// Returns the offset that is some bytes after another, limited to the largest integer: a server may state any number
  /// of bytes.
  private static func place(_ count: Int64, behind place: Int64) -> Int64 { place + min(count, .max - place) }

  private func isWithin(_ place: Int64) -> Bool { byteCount.map { place < $0 } ?? true }

  /// Returns whether the rest of an answer is still wanted: no reader waits for a byte that the answer does not bring
  /// soon.
  func isWanted(_ answer: Range<Int64>, _ present: ByteRanges, _ readers: some Collection<Reader>) -> Bool {
    let awaited = awaited(present, readers)
    let soon = acceptsRanges ? Self.place(Self.soon, behind: answer.lowerBound) : .max
    return awaited.isEmpty || awaited.contains { answer.contains($0) && $0 < soon }
  }

  /// Returns the stored bytes to remove next: those that are farthest from the readers, as far as more are stored than
  /// are kept. It is `nil` if nothing is to be removed.
  ///
  /// A server without ranges cannot bring them again.
  ///
  /// - Parameter place: the offset of a byte that came just now: if it is among the farthest, nothing is removed.
  func nextToForget(
    _ present: ByteRanges, _ readers: some Collection<Reader>, keeping place: Int64
  ) -> Range<Int64>? {
    let places = readers.map(\.place)
    guard acceptsRanges, let first = places.min(), let last = places.max(), let lowest = present.stretches.first,
      let highest = present.stretches.last
    else { return nil }
    let excess = present.byteCount - Self.kept - aheadCount * Int64(places.count)
    guard excess > 0 else { return nil }
    let isBehind = first - lowest.lowerBound >= highest.upperBound - last
    let count = min(excess, Int64((isBehind ? lowest : highest).count))
    let range =
      isBehind ? lowest.lowerBound..<lowest.lowerBound + count : highest.upperBound - count..<highest.upperBound
    return range.contains(place) ? nil : range
  }
}
