/// The timebases that a timeline follows, up to the clock, at one moment: a pure value.
struct SyncChain {
  /// A timebase, with its rate relative to the next timebase, or to the clock.
  struct Link {
    let timebase: CMTimebase
    let rate: SyncRate
  }

  /// The links from the timeline upwards, empty for a clock.
  var links: [Link]
  let clock: CMClock

  /// Reads the chain of a timeline; `nil` if it is not a clock or timebase of this module.
  init?(from timeline: any CMSyncProtocol) {
    switch timeline {
    case let timebase as CMTimebase: self = timebase.chain
    case let clock as CMClock: self.init(links: [], clock: clock)
    default: return nil
    }
  }

  init(links: [Link], clock: CMClock) {
    self.links = links
    self.clock = clock
  }

  /// The seconds of the timeline in a second of the clock.
  var effectiveRate: Double { links.reduce(1) { $0 * $1.rate.rate } }

  /// Returns the timeline's time at a time of the clock.
  func time(at clockTime: CMTime) -> CMTime { links.reversed().reduce(clockTime) { $1.rate.time(at: $0) } }

  /// Returns the clock's time at a time of the timeline, or `nil` if a timebase between them stands still.
  func clockTime(at time: CMTime) -> CMTime? {
    links.reduce(Optional(time)) { time, link in time.flatMap { link.rate.sourceTime(at: $0) } }
  }
}
