import MediaSupport

/// Memory for the planes of one picture, all in one block.
///
/// Each row begins at a multiple of `alignment`, and as many bytes lie behind the last, as the libraries' vector code
/// needs.
package final class PictureStorage: @unchecked Sendable {
  /// The widest vector that zimg, swscale and x264 load at once (AVX-512), in bytes.
  package static let alignment = 64

  /// The largest width and height: with it every count of bytes stays far below `Int.max`.
  private static let largestSide = 65536

  private let block: UnsafeMutableRawBufferPointer

  private init(byteCount: Int) {
    block = .allocate(byteCount: byteCount + Self.alignment, alignment: Self.alignment)
    LiveObjects.increment()
  }

  deinit {
    block.deallocate()
    LiveObjects.decrement()
  }

  /// Makes a picture in memory of its own, whose samples are not yet set.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for a format that has no planes in memory, and for a size that
  ///   is not positive or absurdly large.
  package static func picture(
    format: PixelFormat, width: Int, height: Int, color: ColorDescription = .init(),
    fieldOrder: FieldOrder = .progressive
  ) throws -> Picture {
    let planes = 0..<format.planeCount
    // Both are powers of two.
    let step = max(alignment, format.rowAlignment)
    let strides = planes.map { (format.bytesPerRow(width: width, plane: $0) + step - 1) / step * step }
    guard !planes.isEmpty, !format.isHardware, !format.isPaletted, strides.allSatisfy({ $0 > 0 }),
      (1...largestSide).contains(width), (1...largestSide).contains(height)
    else {
      throw MediaError(
        .unsupportedSettings, .processing, "there is no memory layout for a picture of \(width)×\(height) as \(format)")
    }
    let sizes = planes.map { strides[$0] * format.rowCount(height: height, plane: $0) }
    let storage = PictureStorage(byteCount: sizes.reduce(0, +))
    var base = storage.block.baseAddress!
    var picture = Picture(
      format: format, width: width, height: height, planes: [], color: color, fieldOrder: fieldOrder, owner: storage)
    for (stride, size) in zip(strides, sizes) {
      picture.planes.append(Picture.Plane(base: base, stride: stride))
      base += size
    }
    return picture
  }
}
