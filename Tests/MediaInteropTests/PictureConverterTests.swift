import MediaInterop
import MediaSupport
import Testing

@Suite struct PictureConverterTests {
  static let red: [UInt8] = [255, 0, 0]
  static let colors: [[UInt8]] = [
    [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [0, 0, 0], [128, 128, 128], [200, 60, 10],
  ]

  /// A picture of one colour in a packed format of 8 bits; `order` says where R, G, B and A lie, −1 for none.
  static func packed(_ format: PixelFormat, order: [Int], _ rgb: [UInt8], width: Int = 64, height: Int = 32) throws
    -> Picture
  {
    let picture = try PictureStorage.picture(format: format, width: width, height: height)
    let step = order.count
    for y in 0..<height {
      for x in 0..<width {
        for (offset, component) in order.enumerated() {
          let value = component == 3 ? 255 : rgb[component]
          (picture.planes[0].base + y * picture.planes[0].stride).storeBytes(
            of: value, toByteOffset: x * step + offset, as: UInt8.self)
        }
      }
    }
    return picture
  }

  /// Y′CbCr of 8 bits by H.273's equations.
  static func ycc(_ rgb: [UInt8], matrix: UInt8, full: Bool) -> [Double] {
    let (kr, kb) = matrix == 1 ? (0.2126, 0.0722) : (0.299, 0.114)
    let c = rgb.map { Double($0) / 255 }
    let y = kr * c[0] + (1 - kr - kb) * c[1] + kb * c[2]
    let cb = (c[2] - y) / (2 * (1 - kb))
    let cr = (c[0] - y) / (2 * (1 - kr))
    return full ? [255 * y, 255 * cb + 128, 255 * cr + 128] : [219 * y + 16, 224 * cb + 128, 224 * cr + 128]
  }

  @Test(arguments: [(UInt8(1), false), (1, true), (6, false), (6, true)])
  func `known colours become known codes`(_ matrix: UInt8, _ full: Bool) throws {
    let color = ColorDescription(matrix: matrix, isFullRange: full)
    let orders: [(PixelFormat, [Int])] = [
      (.bgra, [2, 1, 0, 3]), (.argb, [3, 0, 1, 2]), (.rgba, [0, 1, 2, 3]), (.rgb24, [0, 1, 2]),
    ]
    for rgb in Self.colors {
      let expected = Self.ycc(rgb, matrix: matrix, full: full).map { min(255, $0) }
      for (format, order) in orders {
        let source = try Self.packed(format, order: order, rgb)
        let converter = try PictureConverter(
          from: PictureFormat(source), to: PictureFormat(format: .yuv420p, width: 64, height: 32, color: color))
        let planar = try converter.convert(source)
        for plane in 0..<3 {
          let code = ComputedPictures.bytes(of: planar, plane: plane)[5]
          #expect(abs(Double(code) - expected[plane]) <= 1.01, "\(format) \(rgb) plane \(plane)")
        }
        // And back, as other packed formats hold it.
        let back = try PictureConverter(
          from: PictureFormat(planar), to: PictureFormat(format: .bgra, width: 64, height: 32)
        ).convert(planar)
        let pixel = ComputedPictures.bytes(of: back, plane: 0)[40..<44]
        #expect(zip(pixel, [rgb[2], rgb[1], rgb[0], 255]).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(rgb)")
        #expect(pixel.last == 255)
      }
    }
  }

  @Test func `an unstated matrix follows the size`() throws {
    for (height, matrix) in [(576, UInt8(6)), (578, 1)] {
      let source = try Self.packed(.bgra, order: [2, 1, 0, 3], Self.red, width: 64, height: height)
      let converter = try PictureConverter(
        from: PictureFormat(source), to: PictureFormat(format: .yuv420p, width: 64, height: height))
      let luma = ComputedPictures.bytes(of: try converter.convert(source), plane: 0)[0]
      #expect(abs(Double(luma) - Self.ycc(Self.red, matrix: matrix, full: false)[0]) <= 1)
    }
  }

  /// Only the arrangement changes, so every sample is the same.
  @Test(arguments: [
    (PixelFormat.nv12, PixelFormat.yuv420p), (.p010, .yuv420p10), (.nv16, .yuv422p), (.uyvy422, .yuv422p),
    (.yuyv422, .yuv422p), (.nv24, .yuv444p),
  ])
  func `arrangements are exact`(_ packed: PixelFormat, _ planar: PixelFormat) throws {
    let source = try ComputedPictures.picture(planar, width: 70, height: 38, index: 3)
    let there = try PictureConverter(
      from: PictureFormat(source), to: PictureFormat(format: packed, width: 70, height: 38))
    let between = try there.convert(source)
    let back = try PictureConverter(from: PictureFormat(between), to: PictureFormat(source))
    #expect(ComputedPictures.bytes(of: try back.convert(between)) == ComputedPictures.bytes(of: source))
    #expect(between.format == packed)
  }

  @Test func `a ramp stays a ramp when it is scaled`() throws {
    let source = try PictureStorage.picture(format: .gray8, width: 256, height: 64)
    for y in 0..<64 {
      for x in 0..<256 {
        (source.planes[0].base + y * source.planes[0].stride).storeBytes(of: UInt8(x), toByteOffset: x, as: UInt8.self)
      }
    }
    for width in [128, 384, 100] {
      let result = try PictureConverter(
        from: PictureFormat(source), to: PictureFormat(format: .gray8, width: width, height: 48)
      ).convert(source)
      // The centre of each new column, in the old columns' places; not at the ends, where the filter sees edges.
      let row = ComputedPictures.bytes(of: result, plane: 0).dropFirst(20 * width)
      for x in 8..<width - 8 {
        let expected = (Double(x) + 0.5) * 256 / Double(width) - 0.5
        #expect(abs(Double(row[row.startIndex + x]) - expected) <= 1)
      }
    }
  }

  @Test func `a region is cut out`() throws {
    let source = try ComputedPictures.picture(width: 128, height: 64, index: 0)
    let result = try PictureConverter(
      from: PictureFormat(source), to: PictureFormat(format: .yuv420p, width: 64, height: 32),
      region: .init(x: 32, y: 16, width: 64, height: 32)
    ).convert(source)
    let original = ComputedPictures.bytes(of: source, plane: 0)
    let cut = ComputedPictures.bytes(of: result, plane: 0)
    for y in 0..<32 {
      #expect(original[((y + 16) * 128 + 32)...].prefix(64).elementsEqual(cut[(y * 64)...].prefix(64)))
    }
  }

  @Test func `ten bits become eight within one step`() throws {
    let source = try ComputedPictures.picture(.yuv420p10, width: 96, height: 64, index: 1)
    let result = try PictureConverter(
      from: PictureFormat(source), to: PictureFormat(format: .nv12, width: 96, height: 64)
    ).convert(source)
    let deep = values(ComputedPictures.bytes(of: source, plane: 0), as: UInt16.self)
    let flat = ComputedPictures.bytes(of: result, plane: 0)
    try #require(deep.count == flat.count)
    #expect(zip(deep, flat).allSatisfy { abs(Double($0) / 4 - Double($1)) <= 1 })
  }

  @Test func `memory need not be aligned`() throws {
    let aligned = try ComputedPictures.picture(width: 64, height: 32, index: 2)
    var shifted = aligned
    let storage = PacketStorage(count: 3 * 70 * 33)
    for (index, plane) in aligned.planes.enumerated() {
      let base = storage.bytes.baseAddress! + index * 70 * 32 + 3
      for row in 0..<(index == 0 ? 32 : 16) {
        (base + row * 67).copyMemory(from: plane.base + row * plane.stride, byteCount: index == 0 ? 64 : 32)
      }
      shifted.planes[index] = .init(base: base, stride: 67)
    }
    shifted.owner = storage
    let converter = try PictureConverter(
      from: PictureFormat(aligned), to: PictureFormat(format: .yuv420p, width: 48, height: 24))
    #expect(
      ComputedPictures.bytes(of: try converter.convert(aligned))
        == ComputedPictures.bytes(of: try converter.convert(shifted)))
  }

  /// Odd sizes and formats of 5 bits are swscale's.
  @Test(arguments: [PixelFormat.yuv420p, .rgb565])
  func `what zimg does not know is converted all the same`(_ format: PixelFormat) throws {
    let source = try Self.packed(.bgra, order: [2, 1, 0, 3], [200, 100, 50], width: 63, height: 31)
    let there = try PictureConverter(
      from: PictureFormat(source), to: PictureFormat(format: format, width: 63, height: 31))
    let between = try there.convert(source)
    let back = try PictureConverter(
      from: PictureFormat(between), to: PictureFormat(format: .bgra, width: 63, height: 31)
    ).convert(between)
    let pixel = ComputedPictures.bytes(of: back, plane: 0)[40..<44]
    let tolerance = format == .rgb565 ? 8 : 3
    #expect(zip(pixel, [50, 100, 200, 255]).allSatisfy { abs(Int($0) - $1) <= tolerance }, "\(pixel)")
  }

  @Test func `colour that is left open is the source's`() throws {
    let hlg = ColorDescription(primaries: 9, transfer: 18, matrix: 9, isFullRange: false, chromaLocation: 2)
    let converter = try PictureConverter(
      from: PictureFormat(format: .yuv420p10, width: 64, height: 64, color: hlg),
      to: PictureFormat(format: .yuv420p, width: 32, height: 32))
    #expect(converter.destination.color == hlg)
  }

  @Test func `wrong pictures and sizes are refused`() throws {
    let format = PictureFormat(format: .yuv420p, width: 64, height: 64)
    #expect(throws: MediaError.self) {
      try PictureConverter(from: format, to: PictureFormat(format: .yuv420p, width: 0, height: 4))
    }
    #expect(throws: MediaError.self) {
      try PictureConverter(from: format, to: format, region: .init(x: 60, y: 0, width: 8, height: 8))
    }
    let converter = try PictureConverter(from: format, to: format)
    #expect(throws: MediaError.self) {
      try converter.convert(try PictureStorage.picture(format: .yuv420p, width: 32, height: 64))
    }
  }
}
