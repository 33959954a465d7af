public import Foundation

/// The size of a picture in whole pixels.
public struct CVImageSize: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public static let zero = CVImageSize(width: 0, height: 0)

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Creates a size from one in points, each side rounded to whole pixels; a side that is not a number, or beyond
  /// `Int`, becomes 0.
  public init(_ size: CGSize, rounded rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) {
    self.init(
      width: Int(exactly: size.width.rounded(rule)) ?? 0, height: Int(exactly: size.height.rounded(rule)) ?? 0)
  }
}
