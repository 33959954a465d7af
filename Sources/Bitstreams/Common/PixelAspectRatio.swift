import MediaSupport

/// The shape of a sample: the ratio of its width to its height.
package struct PixelAspectRatio: Hashable, Sendable {
  package var horizontal: UInt16
  package var vertical: UInt16

  package init(_ horizontal: UInt16, _ vertical: UInt16) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The values of `sample_aspect_ratio` by `aspect_ratio_idc` (H.264 table E-1, HEVC table E.1, H.273 table 11).
  private static let coded: [PixelAspectRatio] = [
    .init(1, 1), .init(12, 11), .init(10, 11), .init(16, 11), .init(40, 33), .init(24, 11), .init(20, 11),
    .init(32, 11), .init(80, 33), .init(18, 11), .init(15, 11), .init(64, 33), .init(160, 99), .init(4, 3),
    .init(3, 2), .init(2, 1),
  ]

  /// The `aspect_ratio_idc` that announces explicit numbers.
  private static let extended = 255

  /// Reads `aspect_ratio_idc` and the numbers after it; `nil` where it is unspecified, reserved or zero.
  static func read(from reader: inout BitReader) throws(MediaError) -> PixelAspectRatio? {
    let code = try reader.int(8)
    if code == extended {
      let ratio = PixelAspectRatio(try reader.uint16(), try reader.uint16())
      return ratio.horizontal > 0 && ratio.vertical > 0 ? ratio : nil
    }
    return code >= 1 && code <= coded.count ? coded[code - 1] : nil
  }
}
