public import Foundation

// Descriptions like those of Apple's module; Foundation's types on Linux have none of their own.

extension CGPoint {
  /// The coordinates: `(1.0, 2.0)`.
  public var debugDescription: String { "(\(x), \(y))" }
}

extension CGSize {
  /// The width and the height: `(1.0, 2.0)`.
  public var debugDescription: String { "(\(width), \(height))" }
}

extension CGRect {
  /// The origin's coordinates, the width and the height: `(1.0, 2.0, 3.0, 4.0)`.
  public var debugDescription: String { "(\(origin.x), \(origin.y), \(size.width), \(size.height))" }
}
