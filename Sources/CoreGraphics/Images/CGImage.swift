public import Foundation

/// A picture in memory: rows of pixels from the top left, which never change.
///
/// Any thread.
public final class CGImage: Sendable {
  /// The number of columns.
  public let width: Int
  /// The number of rows.
  public let height: Int
  /// The number of bits of a component.
  public let bitsPerComponent: Int
  /// The number of bits of a pixel.
  public let bitsPerPixel: Int
  /// The number of bytes from one row to the next.
  public let bytesPerRow: Int
  /// The meaning of the components. It is `nil` for a mask.
  public let colorSpace: CGColorSpace?
  /// The layout of a pixel.
  public let bitmapInfo: CGBitmapInfo
  /// The way in which colours that a destination lacks are replaced.
  public let renderingIntent: CGColorRenderingIntent
  /// A Boolean value that says whether the client wants pixels to be blended where the image is drawn larger.
  public let shouldInterpolate: Bool

  private let provider: CGDataProvider
  /// The distance of the first pixel from the provider's first byte, in bytes.
  private let offset: Int

  /// An image of the bytes of a provider.
  ///
  /// - Parameters:
  ///   - decode: ranges that components are mapped to. Only `nil`, which leaves them as they are, is taken.
  /// - Returns: `nil` for sizes that are not positive, for rows that are too short for their pixels, for a provider
  ///   with too few bytes, and with a `decode` array.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard decode == nil else { return nil }
    self.init(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, offset: 0,
      shouldInterpolate: shouldInterpolate, intent: intent)
  }

  package init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace?,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, offset: Int = 0, shouldInterpolate: Bool = false,
    intent: CGColorRenderingIntent = .defaultIntent
  ) {
    guard width > 0, height > 0, bitsPerComponent > 0, bitsPerPixel >= bitsPerComponent, bytesPerRow > 0,
      case (let bits, false) = width.multipliedReportingOverflow(by: bitsPerPixel),
      case let rowBytes = bits / 8 + (bits % 8 == 0 ? 0 : 1), rowBytes <= bytesPerRow,
      case (let rows, false) = (height - 1).multipliedReportingOverflow(by: bytesPerRow),
      case (let end, false) = rows.addingReportingOverflow(rowBytes + offset), end <= provider.bytes.count
    else { return nil }
    (self.width, self.height, self.bytesPerRow) = (width, height, bytesPerRow)
    (self.bitsPerComponent, self.bitsPerPixel) = (bitsPerComponent, bitsPerPixel)
    (colorSpace, self.bitmapInfo, self.provider, self.offset) = (space, bitmapInfo, provider, offset)
    (self.shouldInterpolate, renderingIntent) = (shouldInterpolate, intent)
  }

  /// The place and the meaning of alpha.
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.intersection(.alphaInfoMask).rawValue) ?? .none
  }

  /// The order of the bytes.
  public var byteOrderInfo: CGImageByteOrderInfo {
    CGImageByteOrderInfo(rawValue: bitmapInfo.intersection(.byteOrderMask).rawValue) ?? .orderDefault
  }

  /// The number of bits of the components, where they differ.
  public var pixelFormatInfo: CGImagePixelFormatInfo {
    CGImagePixelFormatInfo(rawValue: bitmapInfo.rawValue & CGImagePixelFormatInfo.mask.rawValue) ?? .packed
  }

  /// A Boolean value that says whether this is a mask. Masks are not made here.
  public var isMask: Bool { false }

  /// The ranges that components are mapped to. It is `nil`: they stay as they are.
  public var decode: UnsafePointer<CGFloat>? { nil }

  /// The bytes, from the first pixel on. They are not copied.
  public var dataProvider: CGDataProvider? { CGDataProvider(pixels, owner: provider) }

  /// The bytes from the first pixel to the last, in memory that the image keeps.
  package var pixels: UnsafeRawBufferPointer {
    let count = (height - 1) * bytesPerRow + (width * bitsPerPixel + 7) / 8
    // An image of full height uses all of the provider's bytes, so that its last row is as long as the others if the
    // bytes exist.
    let whole = min(provider.bytes.count - offset, height * bytesPerRow)
    return UnsafeRawBufferPointer(rebasing: provider.bytes[offset..<offset + max(count, whole)])
  }

  /// The object that keeps the memory of `pixels`.
  package var owner: AnyObject { provider }

  /// Returns the same image.
  public func copy() -> CGImage? { self }

  /// Returns an image of the same bytes that mean something else.
  ///
  /// - Returns: `nil` for a space with another number of components.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard space.numberOfComponents == colorSpace?.numberOfComponents else { return nil }
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, offset: offset,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent)
  }

  /// Returns the part of this image within a rectangle, in the same memory.
  ///
  /// The rectangle is widened to whole pixels, and cut to the image.
  /// - Returns: `nil` where the rectangle has no pixel of the image, where an edge of it is not a number, and for pixels
  ///   that are not whole bytes.
  public func cropping(to rect: CGRect) -> CGImage? {
    let whole = CGRect(x: 0, y: 0, width: CGFloat(width), height: CGFloat(height))
    guard bitsPerPixel % 8 == 0, !rect.isNull, !rect.isInfinite else { return rect.isInfinite ? self : nil }
    let wanted = rect.integral
    // Foundation stops the process where it intersects rectangles with edges that are not numbers.
    guard ![wanted.minX, wanted.minY, wanted.maxX, wanted.maxY].contains(where: \.isNaN) else { return nil }
    let part = wanted.intersection(whole)
    guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
    return CGImage(
      width: Int(part.width), height: Int(part.height), bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: colorSpace, bitmapInfo: bitmapInfo, provider: provider,
      offset: offset + Int(part.minY) * bytesPerRow + Int(part.minX) * bitsPerPixel / 8,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent)
  }
}

/// Images are equal if they are the same object, as Apple's are.
extension CGImage: Hashable {
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
