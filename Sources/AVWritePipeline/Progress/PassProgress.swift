/// The progress of a track that is encoded in a number of passes which is not known beforehand: a pure value.
///
/// The progress never decreases, and reaches 1 only at the end. The first pass is assumed to be most of the work, and
/// each further pass most of the rest.
struct PassProgress: Sendable, Hashable {
  /// The number of the present pass, from 1; 0 for a track that makes one alone.
  private(set) var pass = 0
  /// The parts of the source that the present pass needs, in seconds; empty in the first, which needs all.
  private var wanted: [Range<Double>] = []
  /// The part of all work that the present pass is.
  private var span = 0.0...1.0
  /// The seconds of the source that the present pass was given.
  private var given = 0.0
  /// The pictures, and the seconds of the source, that all further passes were given.
  private(set) var repeatedPictures = 0
  private(set) var repeatedSeconds = 0.0

  /// The shares of the work that passes are taken for.
  struct Shares: Sendable, Hashable {
    /// The share of the first pass.
    var first: Double
    /// The share of a further pass in the remaining work. Each pass leaves less to correct than it corrects.
    var further: Double

    /// The shares of the passes of one encoder. Its further passes encode about a third of the pictures again.
    static let ofEncoder = Shares(first: 0.75, further: 2.0 / 3)
    /// The shares of passes over segments: the second one encodes nearly all of them again.
    static let ofSegments = Shares(first: 0.45, further: 0.8)

    /// Returns the part of all work that a pass is, from 0 to 1.
    ///
    /// - Parameter pass: the number of the pass, from 1.
    func span(of pass: Int) -> ClosedRange<Double> {
      var (done, share) = (0.0, first)
      for _ in 1..<pass {
        done += share
        share = (1 - done) * further
      }
      return done...done + share
    }
  }

  /// - Parameter wanted: the parts that a further pass needs, in their order, without an overlap, empty for the first.
  mutating func beginPass(wanting wanted: [Range<Double>] = []) {
    pass += 1
    span = Shares.ofEncoder.span(of: pass)
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
    if pass <= 1 { return span.point(first) }
    let all = wanted.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    return span.point(all > 0 ? min(given / all, 1) : 0)
  }
}

extension ClosedRange<Double> {
  /// Returns the point at a share of the range, from 0 to 1.
  func point(_ share: Double) -> Double { lowerBound + share * (upperBound - lowerBound) }
}
