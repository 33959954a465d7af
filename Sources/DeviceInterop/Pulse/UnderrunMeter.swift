/// Measures the time that a server had nothing to play: by so much its count of the time played falls behind the clock.
///
/// The messages of an underrun's begin and end cannot say it. Where the source is late, both are read when it is done.
struct UnderrunMeter {
  private enum State {
    case playing, dry, recovering
  }

  private var state = State.playing
  /// The clock's time less the time played, in nanoseconds, when the server last had enough. Nil before it ever had.
  private var usualLag: Int64?
  /// The clock's time of the newest account, by which it is told from the ones before.
  private var time: Int64 = 0

  mutating func begin() { state = .dry }

  mutating func end() {
    if state == .dry { state = .recovering }
  }

  /// Takes the server's newest account, which says that it plays. One that was heard before changes nothing.
  ///
  /// - Parameters:
  ///   - played: the time played until then, in nanoseconds.
  ///   - time: the moment of the account in nanoseconds, on any clock.
  /// - Returns: the length in nanoseconds of the underrun that is over. Nil where none is.
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
