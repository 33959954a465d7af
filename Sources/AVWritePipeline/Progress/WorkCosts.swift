/// The seconds that a unit of each kind of work takes, estimated from measured pieces of work: a pure value.
///
/// The costs are those that fit the times of the pieces best, where the error of a piece is assumed to be proportional
/// to its size. While an encoder fills, there is only intake. Afterwards both kinds of work come together, and only the
/// sum of their times is measured. Until the pieces distinguish the kinds, both are assumed to cost the same.
struct WorkCosts: Sendable {
  // The normal equations of weighted least squares.
  private var (intakes, products, outputs) = (0.0, 0.0, 0.0)
  private var (intakeSeconds, outputSeconds) = (0.0, 0.0)
  /// The work of all pieces.
  private(set) var work = 0.0

  /// The share of work that would tell the costs apart as surely as they are known to be alike.
  private static let likeness = 0.005

  /// - Parameter piece: some work, as shares of the whole; it is not empty.
  mutating func note(_ piece: Work, seconds: Double) {
    let certainty = 1 / piece.total
    intakes += certainty * piece.intake * piece.intake
    products += certainty * piece.intake * piece.output
    outputs += certainty * piece.output * piece.output
    intakeSeconds += certainty * piece.intake * seconds
    outputSeconds += certainty * piece.output * seconds
    work += piece.total
  }

  /// Returns the seconds that other work takes, or nil before the first piece.
  func seconds(for other: Work) -> Double? {
    guard work > 0 else { return nil }
    let (intakes, outputs) = (intakes + Self.likeness, outputs + Self.likeness)
    let products = products - Self.likeness
    let determinant = intakes * outputs - products * products
    let intake = (intakeSeconds * outputs - outputSeconds * products) / determinant
    let output = (outputSeconds * intakes - intakeSeconds * products) / determinant
    // No cost is below zero.
    if intake < 0 { return other.output * outputSeconds / outputs }
    if output < 0 { return other.intake * intakeSeconds / intakes }
    return other.intake * intake + other.output * output
  }
}
