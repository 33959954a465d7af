/// Measures how long a server had nothing to play: its count of the played time falls behind the clock by that much.
///
/// The messages at the start and the end of an underrun do not show it: if the source is late, both are read only when
/// it has finished.
struct UnderrunMeter {
  private enum State {
    case playing, dry, recovering
  }

  private var state = State.playing
  /// The clock's time minus the played time, in nanoseconds, when the server last had enough sound; `nil` before that.
  private var usualLag: Int64?
  /// The clock's time of the newest report, which distinguishes it from earlier ones.
  private var time: Int64 = 0

  mutating func begin() { state = .dry }

  mutating func end() {
    if state == .dry { state = .recovering }
  }

  /// Takes the server's newest report while it plays. A report that was taken before changes nothing.
  ///
  /// - Parameters:
  ///   - played: the time played until then, in nanoseconds.
  ///   - time: the moment of the report in nanoseconds, on any clock.
  /// - Returns: The length in nanoseconds of an underrun that is over; `nil` if there is none.
  mutating func report(played: Int64, at time: Int64) -> Int64? {
    guard time != self.time else { return nil }
    self.time = time
    let lag = time - played
    switch state {
    case .dry: return nil
    case .playing:
      usualLag = lag
      return nil
    case .recovering:
      state = .playing
      defer { usualLag = lag }
      return max(0, lag - (usualLag ?? lag))
    }
  }
}
