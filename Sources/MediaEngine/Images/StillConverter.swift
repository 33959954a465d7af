package import CoreGraphics
package import CoreVideo
import DeviceInterop
import MediaInterop
import MediaSupport

/// Makes images from decoded pictures. One thread at a time: the converters are kept from picture to picture.
package final class StillConverter {
  private let screen = ScreenConverter()
  private var deep: PictureAdapter?

  package init() {}

  /// Returns the image of a picture.
  ///
  /// It has bytes B, G, R and A. A picture of high dynamic range is tone-mapped for a screen, or keeps its range in 16
  /// bits of R, G, B and A.
  /// - Throws: `MediaError(.unsupportedSettings)` for pictures that no converter reads.
  package func image(of buffer: CVPixelBuffer, _ form: StillForm) throws -> CGImage {
    let picture = try Picture(buffer)
    let size = form.size(ofPicture: (picture.width, picture.height))
    let isHighRange = ToneMap.Source(of: picture, attachments: buffer.storedAttachments) != nil
    let isKept = isHighRange && form.keepsDynamicRange
    let converted =
      isKept
      ? try deepPicture(picture, form.part, size)
      : try Picture(screen.convert(buffer, showing: form.part, size: size))
    // A decoder's own memory may end within the last row, and must not be kept.
    let isOwn = converted.planes[0].base != picture.planes[0].base
    let turned =
      try form.orientation == .upright && !isOwn
      ? converted.padded(toWidth: converted.width, height: converted.height) : converted.turned(form.orientation)
    let space =
      isHighRange && !isKept
      ? CGColorSpace(primaries: ColorDescription.bt709, transfer: ColorDescription.sRGB) : picture.color.imageSpace
    return try turned.image(space, hasAlpha: picture.format.hasAlpha)
  }

  private func deepPicture(
    _ picture: Picture, _ part: ScreenConverter.Part?, _ size: (width: Int, height: Int)
  ) throws -> Picture {
    let target = PictureAdapter.Target(
      format: .rgba64, width: size.width, height: size.height, isFullRange: true,
      region: part.map { .init(x: $0.x, y: $0.y, width: $0.width, height: $0.height) })
    let adapter =
      if let deep, deep.accepts(picture, target) { deep } else { try PictureAdapter(from: picture, to: target) }
    deep = adapter
    return try adapter.adapt(picture)
  }
}

extension Picture {
  /// Returns the picture turned upright; the picture itself if it is upright already.
  ///
  /// - Throws: `MediaError(.outOfMemory)`, and `.unsupportedSettings` for a size that cannot be allocated.
  fileprivate func turned(_ orientation: PictureOrientation) throws -> Picture {
    if orientation == .upright { return self }
    let (width, height) = orientation.swapsSides ? (height, width) : (width, height)
    let result = try PictureStorage.picture(format: format, width: width, height: height, color: color)
    if format == .rgba64 {
      copyPixels(of: UInt64.self, into: result, orientation)
    } else {
      copyPixels(of: UInt32.self, into: result, orientation)
    }
    return result
  }

  /// Copies each pixel to its place in the upright picture.
  private func copyPixels<Pixel>(of type: Pixel.Type, into result: Picture, _ orientation: PictureOrientation) {
    let (pixel, stride) = (MemoryLayout<Pixel>.stride, planes[0].stride)
    /// Returns the offset in memory of the pixel for a position in the upright picture.
    func offset(_ x: Int, _ y: Int) -> Int {
      let (column, row) =
        switch orientation.quarterTurns {
        case 1: (y, height - 1 - x)
        case 2: (width - 1 - x, height - 1 - y)
        case 3: (width - 1 - y, x)
        default: (x, y)
        }
      return row * stride + (orientation.isMirrored ? width - 1 - column : column) * pixel
    }
    let start = offset(0, 0)
    let (across, down) = (offset(1, 0) - start, offset(0, 1) - start)
    for row in 0..<result.height {
      var source = planes[0].base + start + row * down
      let target = (result.planes[0].base + row * result.planes[0].stride).assumingMemoryBound(to: Pixel.self)
      for column in 0..<result.width {
        target[column] = source.load(as: Pixel.self)
        source += across
      }
    }
  }

  /// Returns an image that uses this picture's own memory, which is never written to.
  ///
  /// - Throws: `MediaError(.internalError)` for a picture without memory of its own.
  fileprivate func image(_ space: CGColorSpace, hasAlpha: Bool) throws -> CGImage {
    let isDeep = format == .rgba64
    let alpha: CGImageAlphaInfo =
      if isDeep { hasAlpha ? .last : .noneSkipLast } else { hasAlpha ? .first : .noneSkipFirst }
    let order: CGBitmapInfo = isDeep ? .byteOrder16Little : .byteOrder32Little
    let bytes = UnsafeRawBufferPointer(start: planes[0].base, count: height * planes[0].stride)
    let image = CGImage(
      width: width, height: height, bitsPerComponent: isDeep ? 16 : 8, bitsPerPixel: isDeep ? 64 : 32,
      bytesPerRow: planes[0].stride, space: space, bitmapInfo: [CGBitmapInfo(rawValue: alpha.rawValue), order],
      provider: CGDataProvider(bytes, owner: owner))
    guard let image else { throw MediaError(.internalError, .processing, "a picture's memory is no image's") }
    return image
  }
}

extension ColorDescription {
  // The numbers are those of H.273.
  static let (bt709, bt2020) = (UInt8(1), UInt8(9))
  /// The transfer of sRGB (IEC 61966-2-1).
  static let sRGB = UInt8(13)
  private static let transferOf2020 = UInt8(14)

  /// The colour space of an image with these colours. Unstated colours count as BT.709.
  var imageSpace: CGColorSpace {
    let primaries = primaries == Self.unspecified ? Self.bt709 : primaries
    var transfer = transfer == Self.unspecified ? Self.bt709 : transfer
    if Self(transfer: transfer).hasCurveOf709 {
      transfer = primaries == Self.bt2020 ? Self.transferOf2020 : Self.bt709
    }
    return CGColorSpace(primaries: primaries, transfer: transfer)
  }
}
