internal import Foundation

/// An estimate of the time and the sizes of a whole from stretches of it: a pure value.
struct TrialEstimate: Sendable {
  /// A stretch that was made as the whole will be.
  struct Stretch: Sendable {
    /// The duration of its media, in seconds.
    var seconds: Double
    /// The time that it took, in seconds.
    var took: Double
    /// The size of each output, in bytes.
    var sizes: [Double]
  }

  /// The shortest stretch. It shows the fixed costs of any file: tables, a first picture that refers to no other, an
  /// encoder that fills.
  var shortest: Stretch
  var others: [Stretch]
  /// The duration of the media in the whole, in seconds.
  var whole: Double

  /// The errors of an estimate, as shares: the media between the stretches can be larger or smaller, and the machine
  /// slower or faster.
  private static let (sizeError, timeError) = (0.1, 0.25)

  /// The time that the whole takes, in seconds, or nil for too few stretches.
  var seconds: ClosedRange<Double>? { range(error: Self.timeError, \.took) }

  /// Returns the size of an output, in bytes, or nil for too few stretches.
  func size(of output: Int) -> ClosedRange<Double>? { range(error: Self.sizeError) { $0.sizes[output] } }

  /// Returns the bounds of a value of the whole. The fixed costs are counted once in the lower bound, and once per
  /// stretch in the upper one: the whole has them once, or again at each key picture. The bounds are wider if the
  /// stretches differ.
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

  /// Returns the mean of samples, with twice its standard error to either side.
  private static func bounds(_ samples: [Double]) -> ClosedRange<Double> {
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    let variance = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let error = 2 * (variance / count).squareRoot()
    return mean - error...mean + error
  }
}
