import MediaInterop
import Testing

/// Core Video's formats that libavutil has no number for.
@Suite struct SamplePackingTests {
  private static func planar(_ name: String) throws -> PixelFormat { try #require(PixelFormat(name: name)) }

  /// Returns the bytes of the only row of a picture in a packed format.
  private static func row(_ source: Picture, as format: PixelFormat) throws -> [UInt8] {
    let target = PictureFormat(format: format, width: source.width, height: source.height)
    return ComputedPictures.bytes(of: try PictureConverter(from: PictureFormat(source), to: target).convert(source))
  }

  /// Makes a row of 4:2:2: luma from 100 on, Cb from 200 on, and Cr from 300 on.
  private static func row(_ format: PixelFormat, width: Int) throws -> Picture {
    let picture = try PictureStorage.picture(format: format, width: width, height: 1)
    for (plane, memory) in picture.planes.enumerated() {
      for x in 0..<(plane == 0 ? width : width / 2) {
        memory.base.storeBytes(of: UInt16(100 * (plane + 1) + x), toByteOffset: 2 * x, as: UInt16.self)
      }
    }
    return picture
  }

  private static func littleEndian<Value: FixedWidthInteger>(_ values: [Value]) -> [UInt8] {
    values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) } }
  }

  /// Eight columns are six and two: the rest of the second six is empty.
  @Test func `v210 has three samples in a word, six columns in four of them`() throws {
    func word(_ samples: UInt32...) -> UInt32 { samples[0] | samples[1] << 10 | samples[2] << 20 }
    let words = [
      word(200, 100, 300), word(101, 201, 102), word(301, 103, 202), word(104, 302, 105),
      word(203, 106, 303), word(107, 0, 0), 0, 0,
    ]
    let bytes = try Self.row(try Self.row(.yuv422p10, width: 8), as: .v210)
    #expect(bytes == Self.littleEndian(words))
  }

  @Test func `v210 has none of the codes that are kept for synchronisation`() throws {
    let picture = try PictureStorage.picture(format: .yuv422p10, width: 2, height: 1)
    for (plane, code) in zip(picture.planes, [0, 1023, 512] as [UInt16]) {
      for x in 0..<2 { plane.base.storeBytes(of: code, toByteOffset: 2 * x, as: UInt16.self) }
    }
    let bytes = try Self.row(picture, as: .v210)
    #expect(bytes == Self.littleEndian([1019 | 4 << 10 | 512 << 20, 4, 0, 0] as [UInt32]))
  }

  @Test func `v216 has words in the order of its components`() throws {
    let bytes = try Self.row(try Self.row(Self.planar("yuv422p16le"), width: 4), as: .v216)
    #expect(bytes == Self.littleEndian([200, 100, 300, 101, 201, 102, 301, 103] as [UInt16]))
  }

  @Test func `b64a has opacity first, and big-endian words`() throws {
    let picture = try PictureStorage.picture(format: .rgba64, width: 2, height: 1)
    let bytes = Self.littleEndian([0x0102, 0x0304, 0x0506, 0x0708, 0x1112, 0x1314, 0x1516, 0x1718] as [UInt16])
    picture.planes[0].base.copyMemory(from: bytes, byteCount: bytes.count)
    let expected: [UInt8] = [7, 8, 1, 2, 3, 4, 5, 6]
    #expect(try Self.row(picture, as: .b64a) == expected + expected.map { $0 + 0x10 })
  }

  @Test func `half precision goes from 0 to 1`() throws {
    let picture = try PictureStorage.picture(format: .rgba64, width: 2, height: 1)
    let bytes = Self.littleEndian([65535, 0, 32768, 65535, 16384, 65535, 1, 0] as [UInt16])
    picture.planes[0].base.copyMemory(from: bytes, byteCount: bytes.count)
    let halves = values(try Self.row(picture, as: .halfFloatRGBA), as: UInt16.self)
      .map { Double(Float16(bitPattern: $0)) }
    let expected: [Double] = [1, 0, 32768 / 65535, 1, 16384 / 65535, 1, 1 / 65535, 0]
    #expect(halves.count == expected.count)
    // Half a step below 1.
    #expect(zip(halves, expected).allSatisfy { abs($0 - $1) <= 0x1p-12 }, "\(halves)")
  }

  @Test(arguments: [(PixelFormat.v210, "yuv422p10le"), (.v216, "yuv422p16le"), (.b64a, "gbrap16le")])
  func `samples are the same in planes and back`(_ packed: PixelFormat, _ name: String) throws {
    let source = try ComputedPictures.picture(try Self.planar(name), width: 70, height: 38, index: 3)
    let there = PictureFormat(format: packed, width: 70, height: 38)
    let between = try PictureConverter(from: PictureFormat(source), to: there).convert(source)
    #expect(between.format == packed && between.planes.count == 1)
    let back = try PictureConverter(from: PictureFormat(between), to: PictureFormat(source)).convert(between)
    #expect(ComputedPictures.bytes(of: back) == ComputedPictures.bytes(of: source))
  }

  @Test func `all halves but those that are no numbers survive single precision`() throws {
    let source = try PictureStorage.picture(format: .halfFloatRGBA, width: 128, height: 128)
    var halves = (0...UInt16.max).map { $0 & 0x7C00 == 0x7C00 ? 0 : $0 }
    halves[1] = 0x7C00
    for row in 0..<128 {
      let bytes = Self.littleEndian(Array(halves[row * 512..<(row + 1) * 512]))
      (source.planes[0].base + row * source.planes[0].stride).copyMemory(from: bytes, byteCount: bytes.count)
    }
    let single = PictureFormat(format: try Self.planar("gbrapf32le"), width: 128, height: 128)
    let between = try PictureConverter(from: PictureFormat(source), to: single).convert(source)
    let back = try PictureConverter(from: PictureFormat(between), to: PictureFormat(source)).convert(between)
    #expect(values(ComputedPictures.bytes(of: back), as: UInt16.self) == halves)
    // The planes are G, B, R and A.
    let red = values(ComputedPictures.bytes(of: between, plane: 2), as: UInt32.self).map(Float.init(bitPattern:))
    #expect(red == stride(from: 0, to: halves.count, by: 4).map { Float(Float16(bitPattern: halves[$0])) })
  }

  /// Odd sizes of 4:2:2 are not zimg's.
  @Test(arguments: [PixelFormat.v210, .v216, .b64a, .halfFloatRGBA])
  func `odd sizes are converted, and whole pictures are opaque`(_ format: PixelFormat) throws {
    let colored = try PictureConverterTests.packed(.rgb24, order: [0, 1, 2], [200, 100, 50], width: 63, height: 31)
    let there = PictureFormat(format: format, width: 63, height: 31)
    let between = try PictureConverter(from: PictureFormat(colored), to: there).convert(colored)
    let back = try PictureConverter(
      from: PictureFormat(between), to: PictureFormat(format: .bgra, width: 63, height: 31)
    ).convert(between)
    let pixels = ComputedPictures.bytes(of: back)
    for pixel in [10, 61, 30 * 63 + 20] {
      let found = pixels[4 * pixel..<4 * pixel + 4]
      #expect(zip(found, [50, 100, 200, 255]).allSatisfy { abs(Int($0) - $1) <= 3 }, "\(found)")
    }
  }

  @Test func `their codes are Core Video's, and the properties are those of the samples`() throws {
    for (format, code, name) in [
      (PixelFormat.v210, 0x7632_3130, "v210"), (.v216, 0x7632_3136, "v216"), (.b64a, 0x6236_3461, "b64a"),
      (.halfFloatRGBA, 0x5247_6841, "RGhA"),
    ] as [(PixelFormat, UInt32, String)] {
      #expect(format.fourCC(isFullRange: false) == code && PixelFormat(fourCC: code) == format)
      #expect(format.name == name && !format.isPlanar && format.planeCount == 1)
    }
    #expect(PixelFormat.v210.bitsPerComponent == 10 && PixelFormat.v216.log2ChromaWidth == 1)
    #expect(PixelFormat.b64a.hasAlpha && PixelFormat.b64a.isRGB && PixelFormat.halfFloatRGBA.isFloat)
    #expect(PixelFormat.v210.nearest(of: [.yuv420p, .yuv422p10, .yuv444p]) == .yuv422p10)
    #expect(PixelFormat.v210.bytesPerRow(width: 49, plane: 0) == 144)
    #expect(try PictureStorage.picture(format: .v210, width: 49, height: 2).planes[0].stride == 256)
  }
}
