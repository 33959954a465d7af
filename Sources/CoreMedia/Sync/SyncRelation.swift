/// The relation of two timelines at one moment.
struct SyncRelation {
  private var from: SyncChain
  private var to: SyncChain
  /// The links that both follow: whether they move or stand still makes no difference between the two.
  private var shared: [SyncChain.Link] = []
  /// A Boolean value that says whether both follow the same clock in the end.
  private let isOfOneTree: Bool

  /// Reads the relation of two timelines; `nil` if one is not a clock or timebase of this module.
  init?(from: any CMSyncProtocol, to: any CMSyncProtocol) {
    guard let chains = CMTimebase.chains(from, to) else { return nil }
    (self.from, self.to) = chains
    isOfOneTree = self.from.clock === self.to.clock
    guard isOfOneTree else { return }
    while let link = self.from.links.last, let other = self.to.links.last, link.timebase === other.timebase {
      shared.insert(self.from.links.removeLast(), at: 0)
      self.to.links.removeLast()
    }
  }

  /// The seconds of the first timeline in a second of the second one; not a number where the first moves and the second
  /// stands still.
  var rate: Double {
    let (rate, other) = (from.effectiveRate, to.effectiveRate)
    if rate == 0 { return 0 }
    if other == 0 { return .nan }
    if isOfOneTree { return rate / other }
    guard let clock = from.clock.reading, let otherClock = to.clock.reading else { return .nan }
    return rate / other * (clock.rate / otherClock.rate)
  }

  /// Converts a time of the first timeline to the second's, or `nil` if that is impossible.
  func convert(_ time: CMTime) -> CMTime? {
    guard let source = from.clockTime(at: time) else { return nil }
    if isOfOneTree { return to.time(at: source) }
    guard let clock = from.clock.reading, let otherClock = to.clock.reading else { return nil }
    return to.time(at: otherClock.time(atHostTime: clock.hostTime(at: source)))
  }

  /// A moment since which the rate holds, or `nil` if a clock was invalidated.
  var anchor: (time: CMTime, reference: CMTime)? {
    if isOfOneTree, !(from.links.isEmpty && to.links.isEmpty) {
      // The rate holds since the latest change of a timebase in only one of the two chains.
      let moments = Self.moments(from) + Self.moments(to)
      guard let latest = moments.max() else { return nil }
      return (from.time(at: latest), to.time(at: latest))
    }
    guard let clock = from.clock.reading, let otherClock = to.clock.reading else { return nil }
    if isOfOneTree {
      let now = SyncChain(links: shared, clock: from.clock).time(at: clock.time)
      return (now, now)
    }
    return (from.time(at: clock.time), to.time(at: otherClock.time(atHostTime: clock.hostTime)))
  }

  /// Returns the moment at which each link was set, on the timeline that both follow.
  private static func moments(_ chain: SyncChain) -> [CMTime] {
    chain.links.indices.compactMap { index in
      SyncChain(links: Array(chain.links[(index + 1)...]), clock: chain.clock).clockTime(
        at: chain.links[index].rate.sourceTime)
    }
  }
}
