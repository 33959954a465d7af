/// How far a track is that is encoded in passes, of which nobody knows how many there will be: a pure value.
///
/// It never goes back, and nothing but its end is the whole. A first pass is most of the work, and each further one is taken
/// for most of what is left.
struct PassProgress: Sendable, Hashable {
  /// Which pass it is in, from 1; 0 of a track that makes one alone.
  private(set) var pass = 0
  /// What of the source the pass in hand wants, in seconds; all of it where it is the first.
  private var wanted: [Range<Double>] = []
  /// Of all the work, what was done before the pass in hand, and what it does.
  private var done = 0.0
  private var share = 1.0
  /// Seconds of the source that the pass in hand was given.
  private var given = 0.0
  /// What all further passes were given: pictures, and seconds of the source.
  private(set) var repeatedPictures = 0
  private(set) var repeatedSeconds = 0.0

  /// Further passes encode a third of the pictures again, about.
  private static let firstShare = 0.75
  /// What one leaves to correct is less than what it corrects.
  private static let furtherShare = 2.0 / 3

  /// - Parameter wanted: in their order, without an overlap; of a further pass alone.
  mutating func beginPass(wanting wanted: [Range<Double>] = []) {
    pass += 1
    if pass > 1 { done += share }
    share = pass == 1 ? Self.firstShare : (1 - done) * Self.furtherShare
    (self.wanted, given) = (wanted, 0)
  }

  /// A picture was given to the pass in hand, and what it wants up to here.
  mutating func reach(_ seconds: Double) {
    let reached = max(given, wanted.reduce(0) { $0 + max(0, min($1.upperBound, seconds) - $1.lowerBound) })
    repeatedSeconds += reached - given
    repeatedPictures += 1
    given = reached
  }

  /// Of all the work, from 0 to 1.
  ///
  /// - Parameter first: of the first pass, or of the only one.
  func fraction(ofFirst first: Double) -> Double {
    if pass <= 1 { return first * share }
    let all = wanted.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    return done + share * (all > 0 ? min(given / all, 1) : 0)
  }
}
