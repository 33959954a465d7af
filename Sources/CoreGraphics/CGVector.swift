public import Foundation

/// A direction and a length in the plane.
public struct CGVector: Hashable, Sendable {
  /// The distance along the x axis.
  public var dx: CGFloat

  /// The distance along the y axis.
  public var dy: CGFloat

  /// The vector of no length.
  public static let zero = CGVector()

  /// Creates the vector of no length.
  public init() { self.init(dx: 0, dy: 0) }

  /// Creates a vector from its two distances.
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }

  /// Creates a vector from its two distances.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// Creates a vector from its two distances.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }
}

/// Coded like Apple's: two numbers without keys, in the order of the fields.
extension CGVector: Codable {
  public init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    self.init(dx: try numbers.decode(CGFloat.self), dy: try numbers.decode(CGFloat.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    for number in [dx, dy] { try numbers.encode(number) }
  }
}
