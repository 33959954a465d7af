internal import Foundation

/// What a whole comes to, foretold from stretches of it: a pure value.
struct TrialEstimate: Sendable {
  /// A stretch that was made as the whole will be.
  struct Stretch: Sendable {
    /// Of media.
    var seconds: Double
    /// Seconds that it took.
    var took: Double
    /// Bytes of each output.
    var sizes: [Double]
  }

  /// The shortest one shows what any file costs: tables, a first picture that refers to no other, an encoder that fills.
  var shortest: Stretch
  var others: [Stretch]
  /// Seconds of media in the whole.
  var whole: Double

  /// Stretches are not the whole: what lies between them is that much larger or smaller, and a machine that much slower or
  /// faster.
  private static let (sizeError, timeError) = (0.1, 0.25)

  /// Seconds that the whole takes.
  var seconds: ClosedRange<Double>? { range(error: Self.timeError, \.took) }

  /// Bytes of an output.
  func size(of output: Int) -> ClosedRange<Double>? { range(error: Self.sizeError) { $0.sizes[output] } }

  /// From what each second costs beyond the first costs, up to what it costs with them: the whole has them once, or again at
  /// each key picture. Stretches that differ leave more room.
  private func range(error: Double, _ value: (Stretch) -> Double) -> ClosedRange<Double>? {
    // All of it was made.
    if let made = others.first(where: { $0.seconds >= whole }) {
      return value(made)...value(made)
    }
    let usable = others.filter { $0.seconds > shortest.seconds }
    guard usable.count > 1 else { return nil }
    let first = value(shortest)
    let beyond = Self.bounds(usable.map { max(0, value($0) - first) / ($0.seconds - shortest.seconds) })
    let all = Self.bounds(usable.map { value($0) / $0.seconds })
    let rest = max(0, whole - shortest.seconds)
    let least = (1 - error) * (first + rest * max(0, beyond.lowerBound))
    return least...max(least, (1 + error) * whole * all.upperBound)
  }

  /// The mean of samples, twice its standard error to either side.
  private static func bounds(_ samples: [Double]) -> ClosedRange<Double> {
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    let variance = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let error = 2 * (variance / count).squareRoot()
    return mean - error...mean + error
  }
}
