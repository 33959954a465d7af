/// A comparison of the times at which two files present their samples: a pure value.
struct TimelineComparison {
  /// The same track in both files.
  struct Pair {
    var before: TrackFacts
    var after: TrackFacts
    var expected: SampleCensus
    var found: SampleCensus
  }

  private let pairs: [Pair]
  private let isExact: Bool

  /// - Parameter isExact: true if both files say how much of encoded sound is the encoder's own padding.
  init(_ pairs: [Pair], isExact: Bool) {
    self.pairs = pairs
    self.isExact = isExact
  }

  /// The largest difference of a time, in seconds. Movies round times to ticks of 1/600 s, and other containers to
  /// milliseconds, each at both ends.
  private static let startTolerance = 0.0035
  /// The longest padding of encoders at both ends, in seconds: that of spectral band replication at the lowest rate.
  static let unmarkedSeconds = 0.4

  var problems: [VerificationResult.Problem] {
    pairs.flatMap { pair in
      (pair.before.kind == .audio ? sound(pair) : pictures(pair)).map {
        VerificationResult.Problem(track: pair.after.id, message: "\(pair.after.title): \($0)")
      }
    }
  }

  /// The seconds by which the second file presents everything later.
  private var shift: Double {
    let first = pairs.first { $0.before.kind == .video } ?? pairs.first { $0.before.kind == .audio }
    guard let first, let start = first.expected.start, let other = first.found.start else { return 0 }
    return other.seconds - start.seconds
  }

  private func pictures(_ pair: Pair) -> [String] {
    let (expected, found) = (pair.expected.times, pair.found.times)
    // Text that is converted counts its pauses in another way.
    guard pair.before.kind == .video || pair.before.codec == pair.after.codec else { return [] }
    guard expected.count == found.count else { return ["\(found.count) samples instead of \(expected.count)"] }
    let scales = [pair.before.timeScale, pair.after.timeScale].map { $0 > 0 ? 1 / Double($0) : Self.startTolerance }
    let tolerance = pair.before.kind == .video ? scales.reduce(0, +) : Self.startTolerance
    for (index, times) in zip(expected, found).enumerated()
    where abs(times.1.seconds - shift - times.0.seconds) > tolerance {
      return ["sample \(index + 1) is presented at \(times.1.clock) instead of \(times.0.clock)"]
    }
    return []
  }

  private func sound(_ pair: Pair) -> [String] {
    let rates = [pair.before, pair.after].map { $0.audio?.sampleRate ?? 0 }
    guard rates[0] > 0, rates[1] > 0, pair.before.isDecodable, pair.after.isDecodable else { return [] }
    let wanted = Double(pair.expected.samples) * rates[1] / rates[0]
    let tolerance = isExact ? max(1, rates[1] / rates[0]) : Self.unmarkedSeconds * rates[1]
    var problems: [String] = []
    if abs(Double(pair.found.samples) - wanted) > tolerance {
      problems.append("\(pair.found.samples) samples of sound instead of \(Int(wanted.rounded()))")
    }
    guard let start = pair.expected.start, let other = pair.found.start else { return problems }
    if abs(other.seconds - shift - start.seconds) > (isExact ? Self.startTolerance : Self.unmarkedSeconds) {
      problems.append("begins at \(other.clock) instead of \(start.clock)")
    }
    return problems
  }
}
