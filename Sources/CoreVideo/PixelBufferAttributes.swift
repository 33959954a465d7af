internal import CoreGraphics
package import Foundation

/// The attributes of a buffer that have an effect here, read from a dictionary.
package struct PixelBufferAttributes: Sendable, Hashable {
  var format: OSType?
  var width: Int?
  var height: Int?
  /// The number of bytes of which each row's length is a multiple.
  package private(set) var bytesPerRowAlignment: Int?
  /// The number of bytes of which each plane's start is a multiple.
  package private(set) var planeAlignment: Int?
  package private(set) var extendedPixels = ExtendedPixels.none

  package init() {}

  /// Reads the attributes. Attributes that other frameworks read, and unknown keys, are ignored.
  ///
  /// - Throws: `kCVReturnInvalidPixelBufferAttributes` for a value of the wrong type or out of range.
  package init(_ dictionary: CFDictionary?) throws(PixelBufferFailure) {
    guard let dictionary else { return }
    format = try Self.pixelFormat(in: dictionary)
    width = try Self.number(kCVPixelBufferWidthKey, in: dictionary)
    height = try Self.number(kCVPixelBufferHeightKey, in: dictionary)
    bytesPerRowAlignment = try Self.alignment(kCVPixelBufferBytesPerRowAlignmentKey, in: dictionary)
    planeAlignment = try Self.alignment(kCVPixelBufferPlaneAlignmentKey, in: dictionary)
    extendedPixels = ExtendedPixels(
      left: try Self.number(kCVPixelBufferExtendedPixelsLeftKey, in: dictionary) ?? 0,
      right: try Self.number(kCVPixelBufferExtendedPixelsRightKey, in: dictionary) ?? 0,
      top: try Self.number(kCVPixelBufferExtendedPixelsTopKey, in: dictionary) ?? 0,
      bottom: try Self.number(kCVPixelBufferExtendedPixelsBottomKey, in: dictionary) ?? 0)
  }

  /// The size of a page, in bytes: nothing needs rows or planes aligned to more.
  private static let maximumAlignment = 4096

  /// Returns the one format, or the first known one of an array of them.
  private static func pixelFormat(in dictionary: CFDictionary) throws(PixelBufferFailure) -> OSType? {
    guard let value = dictionary.object(forKey: kCVPixelBufferPixelFormatTypeKey) else { return nil }
    let candidates = (value as? [Any]) ?? [value]
    let formats = candidates.compactMap { NumberAttribute($0)?.unsigned }
    guard formats.count == candidates.count, let first = formats.first else {
      throw PixelBufferFailure(code: kCVReturnInvalidPixelBufferAttributes)
    }
    return formats.first { PixelFormatDescription($0) != nil } ?? first
  }

  private static func number(_ key: CFString, in dictionary: CFDictionary) throws(PixelBufferFailure) -> Int? {
    guard let value = dictionary.object(forKey: key) else { return nil }
    guard let number = NumberAttribute(value)?.integer, (0...PixelBufferLayout.maximumDimension).contains(number)
    else { throw PixelBufferFailure(code: kCVReturnInvalidPixelBufferAttributes) }
    return number
  }

  private static func alignment(_ key: CFString, in dictionary: CFDictionary) throws(PixelBufferFailure) -> Int? {
    guard let number = try number(key, in: dictionary), number > 0 else { return nil }
    guard number <= maximumAlignment, number.nonzeroBitCount == 1 else {
      throw PixelBufferFailure(code: kCVReturnInvalidPixelBufferAttributes)
    }
    return number
  }
}

/// A number from a dictionary, in whatever type a client stored it: on Linux no cast converts one of these types to
/// another.
package struct NumberAttribute {
  package let value: NSNumber

  package init?(_ any: Any?) {
    switch any {
    case let number as NSNumber: value = number
    case let number as CGFloat: value = NSNumber(value: Double(number))
    case let number as UInt32: value = NSNumber(value: number)
    case let number as Int32: value = NSNumber(value: number)
    default: return nil
    }
  }

  package var integer: Int? {
    let double = value.doubleValue
    return double.rounded() == double && abs(double) <= 0x1p52 ? value.intValue : nil
  }

  package var unsigned: UInt32? { integer.flatMap { UInt32(exactly: $0) } }
}
