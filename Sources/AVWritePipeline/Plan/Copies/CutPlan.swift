/// The pictures of a track that a cut copies, and those that it encodes: a pure value (CL-14).
///
/// Whole groups of pictures are copied. At each end, the cut may divide a group. Of the first group, the pictures from
/// the cut to the next random-access point are encoded; of the last one, those that refer to pictures after the cut.
public struct CutPlan: Sendable, Hashable {
  /// A picture as it is stored.
  struct Picture: Sendable, Hashable {
    /// The time at which it is shown, and the time at which its stored duration ends.
    var start: ExactTime
    var end: ExactTime
    /// A Boolean value that says whether decoding can begin with it.
    var isAccessPoint = false
    /// A Boolean value that says whether it may follow pictures of another encoder, or begin a file.
    var startsAnew = false
  }

  /// The time until which the pictures before the copied ones are shown, or nil if none are encoded there.
  public var headEnd: ExactTime?
  /// The start of the first copied picture, or nil if none are copied.
  public var copiedStart: ExactTime?
  /// The time at which the copied pictures end, or nil if all are copied to the end, or none.
  public var copiedEnd: ExactTime?
  /// The time from which pictures after the copied ones are encoded, or nil if none are.
  public var tailStart: ExactTime?
  /// The number of pictures that are encoded.
  public var encodedCount = 0
  /// The number of ticks a second in which the times of all pictures are whole, or nil for the source's.
  public var timeScale: Int32?

  /// A Boolean value that says whether nothing has to be encoded.
  public var copiesAll: Bool { headEnd == nil && tailStart == nil }

  /// - Parameters:
  ///   - head: the pictures in the order of decoding, from a random-access point at or before `from` on, up to those
  ///     that are shown before the first random-access point at which a copy can begin.
  ///   - tail: the pictures in the order of decoding, from the last random-access point before `to` on, up to those
  ///     that are shown before the next one; empty without `to`.
  ///   - from: the start of the cut.
  ///   - to: the end of the cut, or nil for that of the track.
  ///   - opensGroups: true if a copy may begin with a group whose pictures name pictures of groups before it. They are
  ///     shown as they were, but some decoders complain, or wait for a group that refreshes them.
  init(head: [Picture], tail: [Picture], from: ExactTime, to: ExactTime?, opensGroups: Bool = false) {
    let starts = head.map(\.start)
    // A picture is shown until the next one, whatever duration is stored: the stored duration of the last one may be
    // that in decoding order.
    let first = starts.filter { $0 <= from }.max() ?? starts.min() ?? from
    let start = head.first { picture in
      picture.isAccessPoint && picture.start >= first
        && (picture.startsAnew || opensGroups && picture.start == first)
    }?.start
    guard let start, to.map({ start < $0 }) ?? true else {
      // The track may have no pictures in the cut, or end before it.
      guard let end = to ?? head.map(\.end).max(), end > from else { return }
      encodedCount = Self.count(head, first, to)
      if encodedCount > 0 { headEnd = end }
      return
    }
    copiedStart = start
    if start > first {
      headEnd = start
      encodedCount = Self.count(head, first, start)
    }
    guard let to else { return }
    let rest = Self.undecodable(tail.filter { $0.start >= start }, before: to)
    copiedEnd = rest.map(\.start).min() ?? to
    if !rest.isEmpty { tailStart = copiedEnd }
    encodedCount += rest.count
  }

  private static func count(_ pictures: [Picture], _ start: ExactTime, _ end: ExactTime?) -> Int {
    pictures.count { $0.start >= start && $0.start < (end ?? $0.end) }
  }

  /// Returns the pictures before a time that cannot be copied, since they are decoded after pictures that are shown
  /// later than the time.
  ///
  /// The pictures that can be copied are also shown before all of these.
  private static func undecodable(_ group: [Picture], before end: ExactTime) -> [Picture] {
    var copied = Array(group.prefix { $0.start < end })
    var rest = group.dropFirst(copied.count).filter { $0.start < end }
    while let earliest = rest.map(\.start).min(), copied.contains(where: { $0.start > earliest }) {
      rest.append(copied.removeLast())
    }
    return rest
  }

  /// Creates the plan of a cut in which the track has no pictures.
  init() {}

  /// Returns the times nearest to those of a cut between which no picture has to be encoded.
  ///
  /// The parameters are those of `init(head:tail:from:to:)`.
  static func snapped(
    head: [Picture], tail: [Picture], from: ExactTime, to: ExactTime?
  ) -> (from: ExactTime, to: ExactTime?) {
    func nearest(_ times: [ExactTime], to time: ExactTime) -> ExactTime? {
      times.min { abs($0.seconds - time.seconds) < abs($1.seconds - time.seconds) }
    }
    let start = nearest(head.filter(\.isAccessPoint).map(\.start), to: from) ?? from
    guard let to else { return (start, nil) }
    // A group ends where the next begins, or the first picture that is shown before that and decoded after it.
    var ends = tail.indices.filter { tail[$0].isAccessPoint }.map { index in
      tail[index...].filter { $0.start <= tail[index].start }.map(\.start).min() ?? tail[index].start
    }
    ends += [tail.map(\.end).max()].compactMap(\.self)
    return (start, nearest(ends.filter { $0 > start }, to: to) ?? to)
  }
}
