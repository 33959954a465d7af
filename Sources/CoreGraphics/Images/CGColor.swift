public import Foundation

/// A colour: components of a space, and an opacity. Any thread.
///
/// There are no patterns, and no colours are matched between spaces.
public final class CGColor: Sendable, Hashable {
  /// The space of the components. It is never `nil` here.
  public let colorSpace: CGColorSpace?
  private let values: [CGFloat]

  private init(_ space: CGColorSpace, _ values: [CGFloat]) { (colorSpace, self.values) = (space, values) }

  /// A colour with components in a colour space.
  ///
  /// - Parameter components: as many numbers as the space has components, and the opacity behind them.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    self.init(space, Array(UnsafeBufferPointer(start: components, count: space.numberOfComponents + 1)))
  }

  /// A colour of a device's red, green and blue, from 0 to 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.deviceRGB, [red, green, blue, alpha])
  }

  /// A colour of sRGB's red, green and blue, from 0 to 1.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(CGColorSpace(primaries: 1, transfer: 13), [red, green, blue, alpha])
  }

  /// A grey of a device, from 0, black, to 1, white.
  public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(.deviceGray, [gray, alpha]) }

  /// A grey with an exponent of 2.2, from 0, black, to 1, white.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) {
    self.init(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2) ?? .deviceGray, [gray, alpha])
  }

  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Transparent black.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The components, and the opacity behind them. They are never `nil` here.
  public var components: [CGFloat]? { values }

  /// The number of components, with the opacity.
  public var numberOfComponents: Int { values.count }

  /// The opacity, from 0 to 1.
  public var alpha: CGFloat { values.last ?? 1 }

  /// Returns the same colour with another opacity.
  public func copy(alpha: CGFloat) -> CGColor? { CGColor(colorSpace ?? .deviceRGB, values.dropLast() + [alpha]) }

  /// Red, green and blue, from 0 to 1. It is `nil` for a colour of another kind than red, green and blue, or grey.
  package var redGreenBlue: (red: Double, green: Double, blue: Double)? {
    let clamped = values.map { min(max(Double($0), 0), 1) }
    return switch colorSpace?.model {
    case .rgb: (clamped[0], clamped[1], clamped[2])
    case .monochrome: (clamped[0], clamped[0], clamped[0])
    default: nil
    }
  }

  /// Returns whether two colours have the same components of the same space.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs.colorSpace == rhs.colorSpace && lhs.values == rhs.values
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(colorSpace)
    hasher.combine(values)
  }
}
