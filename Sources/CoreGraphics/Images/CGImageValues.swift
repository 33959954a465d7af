/// The place and the meaning of alpha in a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// There is no alpha: RGB.
  case none = 0
  /// RGBA, with colours multiplied by alpha.
  case premultipliedLast = 1
  /// ARGB, with colours multiplied by alpha.
  case premultipliedFirst = 2
  /// RGBA, with colours as they are.
  case last = 3
  /// ARGB, with colours as they are.
  case first = 4
  /// RGBX: the last component means nothing.
  case noneSkipLast = 5
  /// XRGB: the first component means nothing.
  case noneSkipFirst = 6
  /// There is alpha alone.
  case alphaOnly = 7
}

/// The order of the bytes in a pixel.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  case orderMask = 0x7000
  /// Components stand in their order.
  case orderDefault = 0
  case order16Little = 0x1000
  case order32Little = 0x2000
  case order16Big = 0x3000
  case order32Big = 0x4000
}

/// The number of bits of the components in a pixel.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
  case mask = 0xF0000
  /// All components have the same number of bits.
  case packed = 0
  case RGB555 = 0x10000
  case RGB565 = 0x20000
  case RGB101010 = 0x30000
  case RGBCIF10 = 0x40000
}

/// The layout of a pixel: alpha, the order of the bytes, and the kind of numbers.
public struct CGBitmapInfo: OptionSet, Sendable, Hashable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits of `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The bits that say whether components are floating-point numbers.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
  /// The bits of `CGImageByteOrderInfo`.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// Components of 16 bits, the low byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 0x1000)
  /// Pixels of 32 bits, the low byte first: of ARGB the bytes are B, G, R and A.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
  /// Components of 16 bits, the high byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 0x3000)
  /// Pixels of 32 bits, the high byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
}

/// The way in which colours that a destination lacks are replaced. It has no effect here, where nothing is drawn.
public enum CGColorRenderingIntent: Int32, Sendable {
  case defaultIntent = 0
  case absoluteColorimetric = 1
  case relativeColorimetric = 2
  case perceptual = 3
  case saturation = 4
}
