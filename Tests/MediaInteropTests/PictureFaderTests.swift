import MediaInterop
import Testing

/// The samples of faded pictures, against the formula: 16 and the middle of the scale are black in video range.
@Suite struct PictureFaderTests {
  /// The formats, with the bits that lie below a value in its word.
  @Test(
    arguments: [
      (PixelFormat.yuv420p, 0), (.yuv422p10, 0), (.yuv444p, 0), (.nv12, 0), (.p010, 6), (.gbrp, 0), (.gbrp10, 0),
      (.yuva420p, 0),
    ], [false, true])
  func `each sample comes nearer to black's, and opacity stays`(format: (PixelFormat, Int), isFullRange: Bool) throws {
    let (format, shift) = format
    let picture = try ComputedPictures.picture(
      format, width: 34, height: 18, index: 3, color: ColorDescription(isFullRange: isFullRange))
    let depth = format.bitsPerComponent - 8
    for level in [0, 0.25, 1.0 / 3, 0.999] {
      let faded = try PictureFader().fade(picture, to: level)
      #expect(faded.format == picture.format && faded.color == picture.color)
      for plane in picture.planes.indices {
        let (before, after) = (Self.samples(of: picture, plane, shift), Self.samples(of: faded, plane, shift))
        let isLuma = plane == 0 || format.isRGB
        let black = isLuma ? (isFullRange || format.isRGB ? 0 : 16 << depth) : 128 << depth
        let expected = plane == 3 ? before : before.map { black + Int((Double($0 - black) * level).rounded()) }
        #expect(after == expected, "\(format) plane \(plane) at \(level)")
      }
    }
    let whole = try PictureFader().fade(picture, to: 1)
    #expect(whole.owner === picture.owner)
  }

  @Test(arguments: [PixelFormat.bgra, .argb, .rgb24])
  func `packed colours are darker, and as opaque as before`(format: PixelFormat) throws {
    let order = format == .bgra ? [2, 1, 0, 3] : format == .argb ? [3, 0, 1, 2] : [0, 1, 2]
    let picture = try PictureConverterTests.packed(format, order: order, [200, 101, 7])
    let faded = try PictureFader().fade(picture, to: 0.5)
    let pixel = Array(ComputedPictures.bytes(of: faded, plane: 0).prefix(order.count))
    #expect(pixel == order.map { [100, 51, 4, 255][$0] })
  }

  /// Five and six bits share a word, which no table fits.
  @Test func `a picture of other samples is converted first, at every level`() throws {
    let source = try PictureConverterTests.packed(.rgb24, order: [0, 1, 2], [248, 0, 248])
    let picture = try PictureConverter(
      from: PictureFormat(source), to: PictureFormat(format: .rgb565, width: 64, height: 32)
    ).convert(source)
    let fader = PictureFader()
    let (half, whole) = (try fader.fade(picture, to: 0.5), try fader.fade(picture, to: 1))
    #expect(half.format == whole.format && half.format.bitsPerComponent >= 8)
    let values = [half, whole].map { Int(ComputedPictures.bytes(of: $0).max() ?? 0) }
    #expect(abs(values[0] * 2 - values[1]) <= (half.format.hasAlpha ? 255 : 2), "\(values)")
  }

  private static func samples(of picture: Picture, _ plane: Int, _ shift: Int) -> [Int] {
    let bytes = ComputedPictures.bytes(of: picture, plane: plane)
    guard picture.format.bitsPerComponent > 8 else { return bytes.map(Int.init) }
    return stride(from: 0, to: bytes.count, by: 2).map { (Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8) >> shift }
  }
}
