import MediaInterop

/// Which stretches of a track's time have no media because it is damaged: a pure value, in ticks of the stream.
///
/// Of what was read, every packet says when it is presented, and those that cannot be decoded are lost. Of what was not
/// even found the times are holes between the packets that were. A hole is a loss where something was found broken
/// between the packets around it; other holes are the source's own.
struct LossTimeline {
  /// Whether a packet is presented until the next is, as a picture is, and not for its own duration.
  private let lastsUntilNext: Bool
  /// What a packet says of itself.
  private struct Span {
    var duration: Int64
    /// How much later than decoded it is shown.
    var delay: Int64
  }

  /// By the times of packets.
  private var spans: [Int64: Span] = [:]
  /// The times of those that cannot be presented.
  private var lostTimes: Set<Int64> = []
  /// Parts of packets that cannot.
  private var lostParts = RangeSet<Int64>()
  /// From the packet before something broken, by its decode time, to the one behind, by its presentation time.
  private var suspected: [Range<Int64>] = []
  /// Where packets belong whose own times are wrong.
  private var vacated = RangeSet<Int64>()
  private var previousDecodeTime: Int64?
  private var isSuspicious = false
  /// The time of the first packet that is lost, or behind something broken.
  private(set) var breakTime: Int64?
  /// Where what was read ends.
  private(set) var end: Int64?
  /// Whether reading ended before the media does.
  private(set) var endsEarly = false

  init(lastsUntilNext: Bool) { self.lastsUntilNext = lastsUntilNext }

  /// A packet was read; of a stream's packets each in its turn.
  mutating func note(_ packet: Packet) {
    guard let time = packet.pts ?? packet.dts else { return }
    let decodeTime = packet.dts ?? time
    if packet.followsDamage || isSuspicious {
      suspect(until: time.adding(1))
      breakTime = breakTime ?? time
    }
    end = max(end ?? .min, time.adding(packet.duration))
    isSuspicious = false
    previousDecodeTime = decodeTime
    if packet.isDiscarded { return }
    spans[time] = Span(duration: max(1, packet.duration), delay: max(0, time.subtracting(decodeTime)))
  }

  /// Reading goes on at another place: what comes next does not follow what was read last.
  mutating func jump() {
    previousDecodeTime = nil
    isSuspicious = false
  }

  /// What was noted of a time cannot be presented.
  mutating func lose(at time: Int64) {
    lostTimes.insert(time)
    breakTime = breakTime ?? time
  }

  /// A part of what was noted cannot be presented.
  mutating func lose(_ part: Range<Int64>) { lostParts.insert(contentsOf: part) }

  /// A packet's time turned out to be wrong: where it belongs is a hole, between two others.
  mutating func misplace(_ time: Int64, between neighbors: Range<Int64>) {
    spans[time] = nil
    vacated.insert(contentsOf: neighbors)
    breakTime = breakTime ?? neighbors.lowerBound
  }

  /// What comes next comes after something that cannot be read.
  mutating func suspectNext() {
    isSuspicious = true
    breakTime = breakTime ?? end
  }

  /// Reading ended before the media does.
  mutating func endEarly() {
    suspect(until: .max)
    breakTime = breakTime ?? end
    endsEarly = true
  }

  private mutating func suspect(until time: Int64) {
    let start = previousDecodeTime ?? .min
    if start < time { suspected.append(start..<time) }
  }

  /// The losses in a stretch of time, in order; no two touch.
  func losses(in stretch: Range<Int64>) -> [Range<Int64>] {
    // A missing picture may be shown as much later than decoded as any other.
    let longestDelay = spans.values.map(\.delay).max() ?? 0
    // What is shorter than a part of a packet is no hole, but times that a container rounded.
    let leastHole = max(1, (spans.values.map(\.duration).min() ?? 1) / 2)
    var suspects = vacated
    for range in suspected { suspects.insert(contentsOf: range.lowerBound..<range.upperBound.adding(longestDelay)) }
    var covered = RangeSet<Int64>()
    var lost = lostParts
    let times = spans.keys.sorted()
    for (index, time) in times.enumerated() {
      let next = index + 1 < times.count ? times[index + 1] : nil
      let range = time..<end(of: time, before: next, suspects, leastHole)
      covered.insert(contentsOf: range)
      if lostTimes.contains(time) { lost.insert(contentsOf: range) }
    }
    for hole in RangeSet(stretch).subtracting(covered).ranges
    where hole.upperBound - hole.lowerBound >= leastHole
      && (suspects.contains(hole.lowerBound) || suspects.contains(hole.upperBound - 1))
    {
      lost.insert(contentsOf: hole)
    }
    return Array(lost.intersection(RangeSet(stretch)).ranges)
  }

  private func end(
    of time: Int64, before next: Int64?, _ suspects: RangeSet<Int64>, _ leastHole: Int64
  ) -> Int64 {
    let stated = time.adding(spans[time]?.duration ?? 1)
    guard lastsUntilNext, let next else { return max(stated, time.adding(1)) }
    let isHole = next.subtracting(stated) >= leastHole && suspects.contains(stated)
    return isHole ? stated : next
  }
}

extension Int64 {
  /// A file's times may be anything.
  fileprivate func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  fileprivate func subtracting(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : difference
  }
}
