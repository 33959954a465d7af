/// What a timeline follows, up to the clock, as it was at one moment: a pure value.
struct SyncChain {
  /// A timebase, and how it follows the next one, or the clock.
  struct Link {
    let timebase: CMTimebase
    let rate: SyncRate
  }

  /// From the timeline upwards; empty for a clock.
  var links: [Link]
  let clock: CMClock

  /// `nil` for what is no clock or timebase of this module.
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

  /// Seconds of the timeline in a second of the clock.
  var effectiveRate: Double { links.reduce(1) { $0 * $1.rate.rate } }

  /// The timeline's time at one of the clock.
  func time(at clockTime: CMTime) -> CMTime { links.reversed().reduce(clockTime) { $1.rate.time(at: $0) } }

  /// The clock's time at one of the timeline; `nil` where something between stands.
  func clockTime(at time: CMTime) -> CMTime? {
    links.reduce(Optional(time)) { time, link in time.flatMap { link.rate.sourceTime(at: $0) } }
  }
}
