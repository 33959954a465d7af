package import FoundationSupplement

/// The layout of a pixel format in memory. Only this type has knowledge of the formats.
package struct PixelFormatDescription: Sendable, Hashable {
  /// One plane: pixels are stored in blocks of `blockWidth` pixels of this plane in a row.
  package struct Plane: Sendable, Hashable {
    package var bytesPerBlock: Int
    package var blockWidth: Int
    /// The number of the picture's pixels, across and down, for one pixel of this plane.
    package var horizontalSubsampling: Int
    package var verticalSubsampling: Int

    package init(_ bytesPerBlock: Int, per blockWidth: Int = 1, subsampling: (Int, Int) = (1, 1)) {
      self.bytesPerBlock = bytesPerBlock
      self.blockWidth = blockWidth
      (horizontalSubsampling, verticalSubsampling) = subsampling
    }

    /// Returns the plane's width for a picture of `width`; subsampled widths are rounded up.
    package func width(for width: Int) -> Int { (width + horizontalSubsampling - 1) / horizontalSubsampling }
    package func height(for height: Int) -> Int { (height + verticalSubsampling - 1) / verticalSubsampling }

    /// Returns the number of bytes in a row of this plane for a picture of `width`, without padding.
    package func bytesPerRow(for width: Int) -> Int {
      (self.width(for: width) + blockWidth - 1) / blockWidth * bytesPerBlock
    }
  }

  package var planes: [Plane]
  /// The number of bytes of which rows are a multiple by the format's own definition (v210 and r210).
  package var rowAlignment: Int = 1

  package var isPlanar: Bool { planes.count > 1 }

  /// Looks up the description of a format, or `nil` for a format whose layout is unknown or private.
  package init?(_ format: OSType) {
    guard let description = Self.table[format] else { return nil }
    self = description
  }

  private init(_ planes: Plane..., rowAlignment: Int = 1) {
    self.planes = planes
    self.rowAlignment = rowAlignment
  }

  private static func biPlanar(_ bytes: Int, _ subsampling: (Int, Int)) -> Self {
    Self(Plane(bytes), Plane(2 * bytes, subsampling: subsampling))
  }

  private static let planar420 = Self(Plane(1), Plane(1, subsampling: (2, 2)), Plane(1, subsampling: (2, 2)))

  private static let table: [OSType: PixelFormatDescription] = [
    kCVPixelFormatType_1Monochrome: Self(Plane(1, per: 8)),
    kCVPixelFormatType_2Indexed: Self(Plane(1, per: 4)),
    kCVPixelFormatType_4Indexed: Self(Plane(1, per: 2)),
    kCVPixelFormatType_8Indexed: Self(Plane(1)),
    kCVPixelFormatType_1IndexedGray_WhiteIsZero: Self(Plane(1, per: 8)),
    kCVPixelFormatType_2IndexedGray_WhiteIsZero: Self(Plane(1, per: 4)),
    kCVPixelFormatType_4IndexedGray_WhiteIsZero: Self(Plane(1, per: 2)),
    kCVPixelFormatType_8IndexedGray_WhiteIsZero: Self(Plane(1)),
    kCVPixelFormatType_16BE555: Self(Plane(2)),
    kCVPixelFormatType_16LE555: Self(Plane(2)),
    kCVPixelFormatType_16LE5551: Self(Plane(2)),
    kCVPixelFormatType_16BE565: Self(Plane(2)),
    kCVPixelFormatType_16LE565: Self(Plane(2)),
    kCVPixelFormatType_24RGB: Self(Plane(3)),
    kCVPixelFormatType_24BGR: Self(Plane(3)),
    kCVPixelFormatType_32ARGB: Self(Plane(4)),
    kCVPixelFormatType_32BGRA: Self(Plane(4)),
    kCVPixelFormatType_32ABGR: Self(Plane(4)),
    kCVPixelFormatType_32RGBA: Self(Plane(4)),
    kCVPixelFormatType_64ARGB: Self(Plane(8)),
    kCVPixelFormatType_64RGBALE: Self(Plane(8)),
    kCVPixelFormatType_48RGB: Self(Plane(6)),
    kCVPixelFormatType_32AlphaGray: Self(Plane(4)),
    kCVPixelFormatType_16Gray: Self(Plane(2)),
    kCVPixelFormatType_30RGB: Self(Plane(4)),
    // QuickTime's r210: rows are a multiple of 64 pixels.
    kCVPixelFormatType_30RGB_r210: Self(Plane(4), rowAlignment: 256),
    kCVPixelFormatType_30RGBLEPackedWideGamut: Self(Plane(4)),
    kCVPixelFormatType_ARGB2101010LEPacked: Self(Plane(4)),
    kCVPixelFormatType_422YpCbCr8: Self(Plane(4, per: 2)),
    kCVPixelFormatType_422YpCbCr8_yuvs: Self(Plane(4, per: 2)),
    kCVPixelFormatType_422YpCbCr8FullRange: Self(Plane(4, per: 2)),
    kCVPixelFormatType_422YpCbCr16: Self(Plane(8, per: 2)),
    // QuickTime's v210: 6 pixels in 16 bytes, rows are a multiple of 48 pixels.
    kCVPixelFormatType_422YpCbCr10: Self(Plane(16, per: 6), rowAlignment: 128),
    kCVPixelFormatType_444YpCbCr8: Self(Plane(3)),
    kCVPixelFormatType_444YpCbCr10: Self(Plane(4)),
    kCVPixelFormatType_4444YpCbCrA8: Self(Plane(4)),
    kCVPixelFormatType_4444YpCbCrA8R: Self(Plane(4)),
    kCVPixelFormatType_4444AYpCbCr8: Self(Plane(4)),
    kCVPixelFormatType_4444AYpCbCr16: Self(Plane(8)),
    kCVPixelFormatType_4444AYpCbCrFloat: Self(Plane(16)),
    kCVPixelFormatType_420YpCbCr8Planar: planar420,
    kCVPixelFormatType_420YpCbCr8PlanarFullRange: planar420,
    kCVPixelFormatType_422YpCbCr_4A_8BiPlanar: Self(Plane(4, per: 2), Plane(1)),
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: biPlanar(1, (2, 2)),
    kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: biPlanar(1, (2, 2)),
    kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: biPlanar(1, (2, 1)),
    kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: biPlanar(1, (2, 1)),
    kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: biPlanar(1, (1, 1)),
    kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: biPlanar(1, (1, 1)),
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: biPlanar(2, (2, 2)),
    kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: biPlanar(2, (2, 2)),
    kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: biPlanar(2, (2, 1)),
    kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: biPlanar(2, (2, 1)),
    kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: biPlanar(2, (1, 1)),
    kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: biPlanar(2, (1, 1)),
    kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: biPlanar(2, (2, 1)),
    kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: biPlanar(2, (1, 1)),
    kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar:
      Self(Plane(1), Plane(2, subsampling: (2, 2)), Plane(1)),
    kCVPixelFormatType_444YpCbCr16VideoRange_16A_TriPlanar: Self(Plane(2), Plane(4), Plane(2)),
    kCVPixelFormatType_OneComponent8: Self(Plane(1)),
    kCVPixelFormatType_TwoComponent8: Self(Plane(2)),
    kCVPixelFormatType_OneComponent10: Self(Plane(2)),
    kCVPixelFormatType_OneComponent12: Self(Plane(2)),
    kCVPixelFormatType_OneComponent16: Self(Plane(2)),
    kCVPixelFormatType_TwoComponent16: Self(Plane(4)),
    kCVPixelFormatType_OneComponent16Half: Self(Plane(2)),
    kCVPixelFormatType_OneComponent32Float: Self(Plane(4)),
    kCVPixelFormatType_TwoComponent16Half: Self(Plane(4)),
    kCVPixelFormatType_TwoComponent32Float: Self(Plane(8)),
    kCVPixelFormatType_64RGBAHalf: Self(Plane(8)),
    kCVPixelFormatType_128RGBAFloat: Self(Plane(16)),
    kCVPixelFormatType_14Bayer_GRBG: Self(Plane(2)),
    kCVPixelFormatType_14Bayer_RGGB: Self(Plane(2)),
    kCVPixelFormatType_14Bayer_BGGR: Self(Plane(2)),
    kCVPixelFormatType_14Bayer_GBRG: Self(Plane(2)),
    kCVPixelFormatType_16VersatileBayer: Self(Plane(2)),
    kCVPixelFormatType_64RGBA_DownscaledProResRAW: Self(Plane(8)),
    kCVPixelFormatType_DisparityFloat16: Self(Plane(2)),
    kCVPixelFormatType_DisparityFloat32: Self(Plane(4)),
    kCVPixelFormatType_DepthFloat16: Self(Plane(2)),
    kCVPixelFormatType_DepthFloat32: Self(Plane(4)),
  ]
}
