internal import CoreGraphics
internal import Foundation

/// The positions of the planes in a buffer that we allocate: computed once for a format and size, used for each buffer.
struct PixelBufferLayout: Sendable {
  struct Plane: Sendable {
    var offset: Int
    var bytesPerRow: Int
    var width: Int
    var height: Int
  }

  let format: OSType
  let width: Int
  let height: Int
  let planes: [Plane]
  let byteCount: Int
  let isPlanar: Bool
  let extendedPixels: ExtendedPixels
  let attributes: PixelBufferAttributes

  /// The largest width and height. Larger pictures are refused: no codec has them, and it bounds the memory that a
  /// hostile file can make us allocate.
  static let maximumDimension = 1 << 16

  /// Rows begin on cache lines, which is also the widest vector load.
  static let defaultAlignment = 64

  /// - Throws: `PixelBufferFailure` with the code for a format, size or attributes that cannot be allocated.
  init(format: OSType, width: Int, height: Int, attributes: PixelBufferAttributes) throws(PixelBufferFailure) {
    guard width > 0, height > 0, width <= Self.maximumDimension, height <= Self.maximumDimension else {
      throw PixelBufferFailure(code: kCVReturnInvalidSize)
    }
    guard let description = PixelFormatDescription(format) else {
      throw PixelBufferFailure(code: kCVReturnInvalidPixelFormat)
    }
    let extended = attributes.extendedPixels
    let alignment = max(attributes.bytesPerRowAlignment ?? Self.defaultAlignment, 1)
    let planeAlignment = max(attributes.planeAlignment ?? Self.defaultAlignment, 1)
    var planes: [Plane] = []
    var byteCount = 0
    for plane in description.planes {
      let used = plane.bytesPerRow(for: width + extended.left + extended.right)
      let bytesPerRow = used.roundedUp(to: alignment).roundedUp(to: description.rowAlignment)
      let rows = plane.height(for: height + extended.top + extended.bottom)
      let start = byteCount.roundedUp(to: planeAlignment)
      let skippedColumns = extended.left / plane.horizontalSubsampling / plane.blockWidth * plane.bytesPerBlock
      let skippedRows = extended.top / plane.verticalSubsampling
      planes.append(
        Plane(
          offset: start + skippedRows * bytesPerRow + skippedColumns, bytesPerRow: bytesPerRow,
          width: plane.width(for: width), height: plane.height(for: height)))
      byteCount = start + bytesPerRow * rows
    }
    self.format = format
    self.width = width
    self.height = height
    self.planes = planes
    self.byteCount = byteCount
    self.isPlanar = description.isPlanar
    self.extendedPixels = extended
    self.attributes = attributes
  }

  /// Returns a buffer over memory of `byteCount` bytes.
  func makeBuffer(over base: UnsafeMutableRawPointer, owner: AnyObject) -> CVPixelBuffer {
    CVPixelBuffer(
      format: format, width: width, height: height,
      planes: planes.map { (base + $0.offset, $0.bytesPerRow, $0.width, $0.height) }, isPlanar: isPlanar,
      extendedPixels: extendedPixels, dataSize: byteCount, owner: owner)
  }
}

/// The reason why a buffer or a pool cannot be made.
package struct PixelBufferFailure: Error {
  package var code: CVReturn
}

extension Int {
  /// Returns the number rounded up to a multiple of a positive number.
  func roundedUp(to multiple: Int) -> Int { (self + multiple - 1) / multiple * multiple }
}
