import Foundation

/// The relation between an amount and a segment's rate factor: with each step, bits decrease and pictures' differences
/// increase by a constant share. It is fitted to the trials; if they have a single rate factor, a usual slope is
/// assumed.
struct RateModel {
  /// The kinds of amounts. A slope is the change of the amount's binary logarithm for each step of the rate factor.
  enum Kind {
    case bits
    /// The sum of 1 minus the similarity over the pictures.
    case difference

    /// The usual slope. On x264's scale of rate factors, six steps halve the bits, and a step costs about half a
    /// decibel of similarity.
    var usualSlope: Double { self == .bits ? -1.0 / 6 : 0.14 }

    func amount(of picture: PassSegment.Picture) -> Double {
      switch self {
      case .bits: Double(picture.bits)
      case .difference: 1 - picture.ssim
      }
    }

    func amount(of pictures: some Sequence<PassSegment.Picture>) -> Double {
      pictures.reduce(0) { $0 + amount(of: $1) }
    }

    /// Returns the constant rate factor that would have produced the same amount as a trial with varying ones: the
    /// average of the pictures' rate factors, weighted by their amounts.
    func rateFactor(of trial: PassSegment.Trial) -> Double {
      let sum = amount(of: trial)
      guard sum > 0 else { return trial.rateFactor }
      return trial.pictures.reduce(0) { $0 + $1.rateFactor * amount(of: $1) } / sum
    }

    func amount(of trial: PassSegment.Trial) -> Double {
      switch self {
      case .bits: trial.bits
      case .difference: trial.difference
      }
    }
  }

  /// The smallest distance of rate factors from which a slope can be measured.
  static let resolution = 0.05
  /// The greatest factor between a slope and the usual one, since two trials may differ by chance.
  private static let largestDeviation = 3.0

  private let points: [(rateFactor: Double, logarithm: Double)]
  private let slope: Double

  /// - Parameters:
  ///   - points: rate factors and amounts above zero; of equal rate factors the last is used.
  ///   - slope: the usual slope for this kind of amount.
  init(_ points: [(rateFactor: Double, amount: Double)], slope: Double) {
    var distinct: [(rateFactor: Double, logarithm: Double)] = []
    for point in points {
      distinct.removeAll { abs($0.rateFactor - point.rateFactor) < Self.resolution }
      distinct.append((point.rateFactor, log2(max(point.amount, .leastNormalMagnitude))))
    }
    self.points = distinct.sorted { $0.rateFactor < $1.rateFactor }
    self.slope = slope
  }

  /// The slope between the outermost trials; `nil` for a single one.
  var measuredSlope: Double? {
    guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
    return secant(first, last)
  }

  func amount(at rateFactor: Double) -> Double {
    let nearest = nearest(to: rateFactor)
    return exp2(nearest.logarithm + slope(at: rateFactor) * (rateFactor - nearest.rateFactor))
  }

  /// Returns the rate factor for an amount, interpolated between two trials or extrapolated beyond the last.
  func rateFactor(for amount: Double) -> Double {
    let wanted = log2(max(amount, .leastNormalMagnitude))
    let nearest = points.min { abs($0.logarithm - wanted) < abs($1.logarithm - wanted) } ?? (0, 0)
    // The direction follows from the sign, which is the same for all slopes.
    let direction = (wanted - nearest.logarithm) / slope > 0 ? 1.0 : -1
    let slope = slope(at: nearest.rateFactor + direction * Self.resolution)
    return nearest.rateFactor + (wanted - nearest.logarithm) / slope
  }

  private func nearest(to rateFactor: Double) -> (rateFactor: Double, logarithm: Double) {
    points.min { abs($0.rateFactor - rateFactor) < abs($1.rateFactor - rateFactor) } ?? (0, 0)
  }

  /// Returns the slope between the trials around a rate factor, or between the two outermost trials on its side.
  private func slope(at rateFactor: Double) -> Double {
    guard points.count > 1 else { return slope }
    let above = points.firstIndex { $0.rateFactor >= rateFactor } ?? points.count - 1
    let upper = max(above, 1)
    return secant(points[upper - 1], points[upper])
  }

  private func secant(
    _ a: (rateFactor: Double, logarithm: Double), _ b: (rateFactor: Double, logarithm: Double)
  ) -> Double {
    let ratio = (b.logarithm - a.logarithm) / (b.rateFactor - a.rateFactor) / slope
    return slope * min(max(ratio, 1 / Self.largestDeviation), Self.largestDeviation)
  }
}
