import MediaInterop

/// Finds the stretches of a track's time that have no media because it is damaged: a pure value, in ticks of the
/// stream.
///
/// A packet that was read has a presentation time, and is lost if it cannot be decoded. Packets that were not even
/// found leave holes between the others. A hole is a loss if something broken was found between the packets around it;
/// other holes were in the source from the start.
struct LossTimeline {
  /// A Boolean value that says whether a packet is presented until the next one is, as a picture is, instead of for its
  /// own duration.
  private let lastsUntilNext: Bool
  /// The times of a packet other than its presentation time.
  private struct Span {
    var duration: Int64
    /// The time from its decoding to its presentation.
    var delay: Int64
  }

  /// The spans by the presentation times of their packets.
  private var spans: [Int64: Span] = [:]
  /// The times of the packets that cannot be presented.
  private var lostTimes: Set<Int64> = []
  /// The parts of packets that cannot be presented.
  private var lostParts = RangeSet<Int64>()
  /// The stretches around something broken: from the decode time of the packet before it to the presentation time of
  /// the packet behind it.
  private var suspected: [Range<Int64>] = []
  /// The stretches that packets with wrong times belong to.
  private var vacated = RangeSet<Int64>()
  private var previousDecodeTime: Int64?
  private var isSuspicious = false
  /// The time of the first packet that is lost, or follows something broken.
  private(set) var breakTime: Int64?
  /// The end of the packets that were read.
  private(set) var end: Int64?
  /// The latest presentation time of the packets that were read.
  var lastTime: Int64? { spans.keys.max() }
  /// A Boolean value that says whether reading ended before the end of the media.
  private(set) var endsEarly = false

  init(lastsUntilNext: Bool) { self.lastsUntilNext = lastsUntilNext }

  /// Notes a packet that was read; the packets of a stream come in their order.
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

  /// Notes that reading continues elsewhere: the next packet does not follow the last one.
  mutating func jump() {
    previousDecodeTime = nil
    isSuspicious = false
  }

  /// Notes that the packet with this time cannot be presented.
  mutating func lose(at time: Int64) {
    lostTimes.insert(time)
    breakTime = breakTime ?? time
  }

  /// Notes that a part of a packet cannot be presented.
  mutating func lose(_ part: Range<Int64>) { lostParts.insert(contentsOf: part) }

  /// Notes that a packet's time turned out to be wrong: the packet belongs in a hole between two others.
  mutating func misplace(_ time: Int64, between neighbors: Range<Int64>) {
    spans[time] = nil
    vacated.insert(contentsOf: neighbors)
    breakTime = breakTime ?? neighbors.lowerBound
  }

  /// Notes that something before the next packet cannot be read.
  mutating func suspectNext() {
    isSuspicious = true
    breakTime = breakTime ?? end
  }

  /// Notes that reading ended before the end of the media.
  mutating func endEarly() {
    suspect(until: .max)
    breakTime = breakTime ?? end
    endsEarly = true
  }

  private mutating func suspect(until time: Int64) {
    let start = previousDecodeTime ?? .min
    if start < time { suspected.append(start..<time) }
  }

  /// Returns the losses in a stretch of time, in order, with gaps between them.
  func losses(in stretch: Range<Int64>) -> [Range<Int64>] {
    // A missing picture may be shown as late after its decoding as any other picture.
    let longestDelay = spans.values.map(\.delay).max() ?? 0
    // A hole that is shorter than half of the shortest packet is no loss: the container rounded its times.
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
  /// Adds without overflow, since a file's times may have any value.
  fileprivate func adding(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  fileprivate func subtracting(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : difference
  }
}
