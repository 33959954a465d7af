public import CoreGraphics
import Synchronization

/// A timeline whose time and rate are set by its owner or by clients.
///
/// A timebase follows a source, which is a clock or another timebase. Its rate is relative to the source: at rate 0 its
/// time stands still, at 2 it runs twice as fast as the source's, at -1 it runs backwards. Its effective rate is the
/// product of its own rate and those of all timebases that it follows, up to the clock. A new timebase stands still at
/// time zero.
///
/// Any thread may use it. Values that are read together belong to one moment: all timebases of the process share a
/// lock, since the time of one depends on all that it follows.
public final class CMTimebase: CMSyncProtocol {
  enum Source {
    case clock(CMClock)
    case timebase(CMTimebase)
  }

  struct State {
    var source: Source
    /// The time and rate relative to its source.
    var rate = SyncRate.stopped
    var timers: [TimebaseTimer] = []
    /// Timebases that follow this one.
    var followers: [WeakTimebase] = []
  }

  struct WeakTimebase {
    weak var timebase: CMTimebase?
  }

  /// The lock of all timebases.
  static let lock = Mutex(())

  // Unsafe: read and changed with `lock` held alone.
  nonisolated(unsafe) var state: State
  /// A Boolean value that says whether only its owner may change it (CT-15).
  let isReadOnly: Bool
  let notifications = TimebaseNotifications()

  private init(_ source: Source, isReadOnly: Bool) {
    state = State(source: source)
    self.isReadOnly = isReadOnly
    if case .timebase(let timebase) = source { Self.lock.withLock { _ in timebase.add(follower: self) } }
  }

  /// Creates a timebase that follows a clock, at time zero and rate zero (CT-01). Throws nothing.
  public convenience init(sourceClock: CMClock) throws { self.init(.clock(sourceClock), isReadOnly: false) }

  /// Creates a timebase that follows another one, at time zero and rate zero (CT-01). Throws nothing.
  public convenience init(sourceTimebase: CMTimebase) throws {
    self.init(.timebase(sourceTimebase), isReadOnly: false)
  }

  /// Creates a timebase that clients can only read, such as the timebase of a player's item.
  package convenience init(readOnly clock: CMClock) { self.init(.clock(clock), isReadOnly: true) }

  /// A number that identifies this class: see `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { CFTypeID(of: CMTimebase.self) }

  // MARK: Sources

  /// The clock or timebase that this follows.
  ///
  /// Setting it leaves the time and the rate as they are; the effective rate becomes the rate relative to the new
  /// source. Setting it has no effect on a timebase that is read-only, nor with a source that follows this timebase, or
  /// is neither a `CMClock` nor a `CMTimebase`: the functions `CMTimebaseSetSourceClock` and
  /// `CMTimebaseSetSourceTimebase` report the error.
  public var source: any CMSyncProtocol {
    get {
      switch Self.lock.withLock({ _ in state.source }) {
      case .clock(let clock): clock
      case .timebase(let timebase): timebase
      }
    }
    set {
      switch newValue {
      case let clock as CMClock: try? follow(.clock(clock))
      case let timebase as CMTimebase: try? follow(.timebase(timebase))
      default: break
      }
    }
  }

  /// The clock that this follows, or `nil` if it follows a timebase.
  public var sourceClock: CMClock? { source as? CMClock }

  /// The timebase that this follows, or `nil` if it follows a clock.
  public var sourceTimebase: CMTimebase? { source as? CMTimebase }

  /// The clock at the end of the chain of sources.
  public var ultimateSourceClock: CMClock { chain.clock }

  // MARK: Time and rate

  /// The current time; invalid where the clock was invalidated.
  public var time: CMTime { timeAndRate.time }

  /// The seconds of this timebase in a second of its source. Changes of the source's rate do not affect it.
  public var rate: Double { timeAndRate.rate }

  /// The current time and the rate, both at one moment.
  public var timeAndRate: (time: CMTime, rate: Double) {
    let chain = chain
    let time = chain.clock.reading.map { chain.time(at: $0.time) } ?? .invalid
    return (time, chain.links[0].rate.rate)
  }

  /// The seconds of this timebase in a second of the clock that it follows in the end.
  public var effectiveRate: Double { chain.effectiveRate }

  /// Returns the current time, in a timescale.
  ///
  /// - Parameters:
  ///   - timescale: the number of units in a second; greater than 0.
  ///   - method: the rounding of a time between two units.
  public func time(withTimescale timescale: CMTimeScale, rounding method: CMTimeRoundingMethod = .default) -> CMTime {
    time.convertScale(timescale, method: method)
  }

  // MARK: Chains

  /// The timebases that this follows, up to the clock.
  var chain: SyncChain { Self.lock.withLock { _ in lockedChain } }

  /// Returns the chains of two timelines, at one moment, or `nil` if one is not a clock or timebase of this module.
  static func chains(
    _ first: any CMSyncProtocol, _ second: any CMSyncProtocol
  ) -> (SyncChain, SyncChain)? {
    lock.withLock { _ in
      guard let first = lockedChain(of: first), let second = lockedChain(of: second) else { return nil }
      return (first, second)
    }
  }

  private static func lockedChain(of timeline: any CMSyncProtocol) -> SyncChain? {
    switch timeline {
    case let timebase as CMTimebase: timebase.lockedChain
    case let clock as CMClock: SyncChain(links: [], clock: clock)
    default: nil
    }
  }

  /// The chain, read by a caller that holds the lock.
  var lockedChain: SyncChain {
    var links: [SyncChain.Link] = []
    var timebase = self
    while true {
      links.append(SyncChain.Link(timebase: timebase, rate: timebase.state.rate))
      switch timebase.state.source {
      case .clock(let clock): return SyncChain(links: links, clock: clock)
      case .timebase(let next): timebase = next
      }
    }
  }
}

/// Two timebases are equal if they are the same object, as with CoreFoundation's objects.
extension CMTimebase: Hashable {
  public static func == (one: CMTimebase, other: CMTimebase) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
