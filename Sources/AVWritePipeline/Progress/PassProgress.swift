/// The progress of a track that is encoded in a number of passes which is not known beforehand: a pure value.
///
/// It never goes back, and reaches the whole only at the end. The first pass is taken for most of the work, and each
/// further one for most of what is left.
struct PassProgress: Sendable, Hashable {
  /// The number of the present pass, from 1; 0 for a track that makes one alone.
  private(set) var pass = 0
  /// The parts of the source that the present pass needs, in seconds; empty in the first, which needs all.
  private var wanted: [Range<Double>] = []
  /// The share of all work that was done before the present pass, and the share that it does.
  private var done = 0.0
  private var share = 1.0
  /// The seconds of the source that the present pass was given.
  private var given = 0.0
  /// The pictures, and the seconds of the source, that all further passes were given.
  private(set) var repeatedPictures = 0
  private(set) var repeatedSeconds = 0.0

  /// The share of the first pass. Further passes encode about a third of the pictures again.
  private static let firstShare = 0.75
  /// The share of a further pass in what is left. It leaves less to correct than it corrects.
  private static let furtherShare = 2.0 / 3

  /// - Parameter wanted: the parts that a further pass needs, in their order, without an overlap; empty for the first.
  mutating func beginPass(wanting wanted: [Range<Double>] = []) {
    pass += 1
    if pass > 1 { done += share }
    share = pass == 1 ? Self.firstShare : (1 - done) * Self.furtherShare
    (self.wanted, given) = (wanted, 0)
  }

  /// Notes that a picture was given to the present pass, and with it all that the pass needs up to this time.
  mutating func reach(_ seconds: Double) {
    let reached = max(given, wanted.reduce(0) { $0 + max(0, min($1.upperBound, seconds) - $1.lowerBound) })
    repeatedSeconds += reached - given
    repeatedPictures += 1
    given = reached
  }

  /// Returns the share of all work that is done, from 0 to 1.
  ///
  /// - Parameter first: the share of the first or only pass that is done.
  func fraction(ofFirst first: Double) -> Double {
    if pass <= 1 { return first * share }
    let all = wanted.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    return done + share * (all > 0 ? min(given / all, 1) : 0)
  }
}
