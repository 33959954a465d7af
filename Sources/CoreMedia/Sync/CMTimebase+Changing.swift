import Foundation
import Synchronization

// Setting a timebase. All timebases that follow it change with it, at one moment: the effects on timers and observers
// are found out with the lock held, and carried out without it.
extension CMTimebase {
  /// Sets the current time (CT-04).
  ///
  /// - Throws: `CMTimebase.Error.invalidParameter` for a time that is not numeric, `readOnly`.
  public func setTime(_ time: CMTime) throws {
    try requireControl()
    try drive(time: time)
  }

  /// Sets the rate, from now on; the time does not jump (CT-05).
  ///
  /// - Parameter rate: seconds of this in a second of its source; finite, and negative to run backwards.
  /// - Throws: `CMTimebase.Error.invalidParameter` for a rate that is not finite, `readOnly`.
  public func setRate(_ rate: Double) throws {
    try requireControl()
    try drive(rate: rate)
  }

  /// Sets the time that this has at a time of its source; the rate stays (CT-04).
  ///
  /// - Parameters:
  ///   - anchorTime: a time of this timebase.
  ///   - referenceTime: the source's time at the same moment, which may be past or still to come.
  /// - Throws: `CMTimebase.Error.invalidParameter` for times that are not numeric, `readOnly`.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    try requireControl()
    try drive(time: anchorTime, at: referenceTime)
  }

  /// Sets the rate, and the time that this has at a time of its source, at once: the timebase goes on as though it had
  /// run at the rate since then (CT-06).
  ///
  /// - Parameters:
  ///   - rate: seconds of this in a second of its source; finite.
  ///   - anchorTime: a time of this timebase.
  ///   - referenceTime: the source's time at the same moment, which may be past or still to come.
  /// - Throws: `CMTimebase.Error.invalidParameter` for a rate that is not finite or times that are not numeric,
  ///   `readOnly`.
  public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
    try requireControl()
    try drive(rate: rate, time: anchorTime, at: referenceTime)
  }

  private func requireControl() throws {
    if isReadOnly { throw CMTimebase.Error.readOnly }
  }

  /// Does what the setters do, also for the owner of a timebase that is read-only.
  ///
  /// - Parameters:
  ///   - rate: the new rate; `nil` to keep the present one.
  ///   - time: the new time; `nil` to keep the present one.
  ///   - reference: the source's time at the same moment, or `nil` for now.
  /// - Throws: `CMTimebase.Error.invalidParameter`, like the setters.
  package func drive(rate: Double? = nil, time: CMTime? = nil, at reference: CMTime? = nil) throws {
    guard rate?.isFinite ?? true, time?.isNumeric ?? true, reference?.isNumeric ?? true else {
      throw CMTimebase.Error.invalidParameter
    }
    change(jumps: time != nil) { now in
      state.rate = SyncRate(
        rate: rate ?? state.rate.rate, time: time ?? now.time, sourceTime: reference ?? now.sourceTime)
    }
  }

  /// Follows another source from now on, with the same time and rate (CT-07).
  ///
  /// - Throws: `readOnly`; `invalidParameter` if the source is this timebase or one that follows it.
  func follow(_ source: Source) throws {
    try requireControl()
    try change(to: source)
  }

  /// Follows a clock from now on: does what setting `source` does, also for the owner of a timebase that is read-only.
  package func drive(by clock: CMClock) { try? change(to: .clock(clock)) }

  private func change(to source: Source) throws {
    var followsItself = false
    change(jumps: false) { now in
      if case .timebase(let timebase) = source {
        followsItself = timebase.lockedChain.links.contains { $0.timebase === self }
        if followsItself { return }
        timebase.add(follower: self)
      }
      if case .timebase(let before) = state.source { before.remove(follower: self) }
      state.source = source
      let upper = lockedChain
      let sourceTime = upper.clock.reading.map { upper.following.time(at: $0.time) } ?? .zero
      state.rate = SyncRate(rate: state.rate.rate, time: now.time, sourceTime: sourceTime)
    }
    if followsItself { throw CMTimebase.Error.invalidParameter }
  }

  // MARK: Followers

  /// Adds a timebase that follows this one. The caller holds the lock.
  func add(follower: CMTimebase) {
    state.followers.removeAll { $0.timebase == nil }
    state.followers.append(WeakTimebase(timebase: follower))
  }

  private func remove(follower: CMTimebase) {
    state.followers.removeAll { $0.timebase == nil || $0.timebase === follower }
  }

  /// Returns this and all timebases that follow it, each with whether a jump of this one moves it.
  private func affected(jumps: Bool) -> [(timebase: CMTimebase, jumps: Bool)] {
    state.followers.reduce(into: [(self, jumps)]) { all, follower in
      guard let timebase = follower.timebase else { return }
      all += timebase.affected(jumps: jumps && timebase.state.rate.rate != 0)
    }
  }

  // MARK: One change

  /// A timebase's time and its source's at one moment.
  private struct Now {
    var time: CMTime
    var sourceTime: CMTime
  }

  /// Changes the state at one moment, and lets timers and observers know.
  private func change(jumps: Bool, _ body: (Now) -> Void) {
    // The former chain is released without the lock: when its last user goes, a clock may close its device.
    let (events, _) = Self.lock.withLock { _ -> ([TimebaseNotifications.Event], SyncChain) in
      let affected = affected(jumps: jumps)
      let chain = lockedChain
      // Without a clock no time moves: times stay where they were set.
      let clockTime = chain.clock.reading?.time
      let before = affected.map { $0.timebase.lockedChain.effectiveRate }
      for (timebase, _) in affected { timebase.settleTimers(at: clockTime) }
      body(
        Now(
          time: clockTime.map(chain.time) ?? state.rate.time,
          sourceTime: clockTime.map(chain.following.time) ?? state.rate.sourceTime))
      for (timebase, _) in affected { timebase.armTimers() }
      let events = zip(affected, before).flatMap { each, rateBefore in
        each.timebase.events(jumped: each.jumps, rateBefore: rateBefore)
      }
      return (events, chain)
    }
    for event in events { event.post() }
  }

  private func events(jumped: Bool, rateBefore: Double) -> [TimebaseNotifications.Event] {
    let chain = lockedChain
    let time = chain.clock.reading.map { chain.time(at: $0.time) } ?? state.rate.time
    var names: [NSNotification.Name] = []
    if jumped { names.append(CMTimebase.timeJumped) }
    if chain.effectiveRate != rateBefore { names.append(CMTimebase.effectiveRateChanged) }
    return names.map { TimebaseNotifications.Event(name: $0, timebase: self, time: time) }
  }
}

extension SyncChain {
  /// The chain of the source that the timeline follows.
  fileprivate var following: SyncChain { SyncChain(links: Array(links.dropFirst()), clock: clock) }
}
