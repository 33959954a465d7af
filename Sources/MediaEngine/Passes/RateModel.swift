import Foundation

/// The relation of an amount to a segment's rate factor: its bits fall and its pictures' differences grow by a share
/// with each step. It is fitted to the trials; where those have a single rate factor, a usual slope stands in.
struct RateModel {
  /// The kinds of amounts. A slope is the change of the amount's binary logarithm for each step of the rate factor.
  enum Kind {
    case bits
    /// 1 less the similarity, summed over the pictures.
    case difference

    /// The usual slope: x264's rate factor is a scale on which six steps halve the bits; a step costs about half a
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

    /// Returns the single rate factor that would have made the same amount of a trial, which was steered: that of each
    /// picture is weighted by the picture's amount.
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

  /// The smallest distance of rate factors that says something about a slope.
  static let resolution = 0.05
  /// The greatest factor between a slope and the usual one, since two trials may differ by chance.
  private static let largestDeviation = 3.0

  private let points: [(rateFactor: Double, logarithm: Double)]
  private let slope: Double

  /// - Parameters:
  ///   - points: rate factors and amounts above zero; of equal rate factors the last counts.
  ///   - slope: the usual slope here.
  init(_ points: [(rateFactor: Double, amount: Double)], slope: Double) {
    var distinct: [(rateFactor: Double, logarithm: Double)] = []
    for point in points {
      distinct.removeAll { abs($0.rateFactor - point.rateFactor) < Self.resolution }
      distinct.append((point.rateFactor, log2(max(point.amount, .leastNormalMagnitude))))
    }
    self.points = distinct.sorted { $0.rateFactor < $1.rateFactor }
    self.slope = slope
  }

  /// The slope that the outermost trials have; `nil` for a single one.
  var measuredSlope: Double? {
    guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
    return secant(first, last)
  }

  func amount(at rateFactor: Double) -> Double {
    let nearest = nearest(to: rateFactor)
    return exp2(nearest.logarithm + slope(at: rateFactor) * (rateFactor - nearest.rateFactor))
  }

  /// Returns the rate factor at which the amount is so large; between two trials, or beyond the last.
  func rateFactor(for amount: Double) -> Double {
    let wanted = log2(max(amount, .leastNormalMagnitude))
    let nearest = points.min { abs($0.logarithm - wanted) < abs($1.logarithm - wanted) } ?? (0, 0)
    // The side of the answer follows from the sign, which all slopes share.
    let direction = (wanted - nearest.logarithm) / slope > 0 ? 1.0 : -1
    let slope = slope(at: nearest.rateFactor + direction * Self.resolution)
    return nearest.rateFactor + (wanted - nearest.logarithm) / slope
  }

  private func nearest(to rateFactor: Double) -> (rateFactor: Double, logarithm: Double) {
    points.min { abs($0.rateFactor - rateFactor) < abs($1.rateFactor - rateFactor) } ?? (0, 0)
  }

  /// Returns the slope between the trials around a rate factor, or of the two outermost on its side.
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
