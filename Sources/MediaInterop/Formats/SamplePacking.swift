internal import CFFmpeg
internal import CZimg

/// The packings of samples that Core Video has pixel formats of, and libavutil no number for.
///
/// The libraries see a picture of such a format as planes (`PixelFormat.libraryFormat`) that have the same samples, each
/// of its row. A raw value is the format's number as a `PixelFormat`: all are above libavutil's.
enum SamplePacking: Int32 {
  /// 4:2:2 of 10 bits, three samples in each word of 32 bits.
  case v210 = 0x10000
  /// 4:2:2 of 16 bits: little-endian words in the order Cb Y Cr Y.
  case v216
  /// Big-endian words of 16 bits in the order A R G B.
  case b64a
  /// Half precision in the order R G B A: from 0 to 1, and also what is beyond.
  case halfFloatRGBA

  var name: String {
    switch self {
    case .v210: "v210"
    case .v216: "v216"
    case .b64a: "b64a"
    case .halfFloatRGBA: "RGhA"
    }
  }

  /// The planar format of libavutil that has the same samples.
  var planarFormat: PixelFormat {
    switch self {
    case .v210: .yuv422p10
    case .v216: PixelFormat(AV_PIX_FMT_YUV422P16LE)
    case .b64a: PixelFormat(AV_PIX_FMT_GBRAP16LE)
    case .halfFloatRGBA: PixelFormat(AV_PIX_FMT_GBRAPF32LE)
    }
  }

  /// The columns that are packed together, and their bytes: a row has whole groups of them.
  private var group: (columns: Int, bytes: Int) {
    switch self {
    case .v210: (6, 16)
    case .v216: (2, 8)
    case .b64a, .halfFloatRGBA: (1, 8)
    }
  }

  /// The number that the distance of rows is a multiple of by the packing's own definition.
  var rowAlignment: Int { self == .v210 ? 128 : 1 }

  /// Returns the number of bytes of one row of a picture of that width, without padding.
  func bytesPerRow(width: Int) -> Int { (width + group.columns - 1) / group.columns * group.bytes }

  /// The distance of two samples of each component, and the place of its first one, in words of 16 bits: the components
  /// in `ComponentLayout`'s order. Those of v210 are not words.
  private var places: [(step: Int32, offset: Int)] {
    switch self {
    case .v210: []
    case .v216: [(2, 1), (4, 0), (4, 2)]
    case .b64a: [(4, 1), (4, 2), (4, 3), (4, 0)]
    case .halfFloatRGBA: [(4, 0), (4, 1), (4, 2), (4, 3)]
    }
  }
}

extension SamplePacking {
  /// Copies the samples of `packed`, of this packing, into the planes of `planar`, of the same size.
  func unpack(_ packed: Picture, into planar: Picture) {
    forEachRow(packed, planar) { row, planes, counts in
      if self == .v210 {
        let samples = planes.map { $0.assumingMemoryBound(to: UInt16.self) }
        czimg_unpack_v210(samples[0], samples[1], samples[2], row.assumingMemoryBound(to: UInt8.self), packed.width)
      }
      for (index, place) in places.enumerated() {
        let words = row.assumingMemoryBound(to: UInt16.self) + place.offset
        let (plane, count) = (planes[index], counts[index])
        switch self {
        case .v210, .v216: czimg_gather16(plane.assumingMemoryBound(to: UInt16.self), words, place.step, 0, count)
        case .b64a: czimg_gather16_swapped(plane.assumingMemoryBound(to: UInt16.self), words, place.step, count)
        case .halfFloatRGBA: czimg_gather_half(plane.assumingMemoryBound(to: Float.self), words, place.step, count)
        }
      }
    }
  }

  /// Copies the samples of the planes of `planar` into `packed`. What lies behind the last column of a row is 0.
  func pack(_ planar: Picture, into packed: Picture) {
    let lastGroup = bytesPerRow(width: packed.width) - group.bytes
    forEachRow(packed, planar) { row, planes, counts in
      (row + lastGroup).initializeMemory(as: UInt8.self, repeating: 0, count: group.bytes)
      if self == .v210 {
        let samples = planes.map { $0.assumingMemoryBound(to: UInt16.self) }
        czimg_pack_v210(row.assumingMemoryBound(to: UInt8.self), samples[0], samples[1], samples[2], packed.width)
      }
      for (index, place) in places.enumerated() {
        let words = row.assumingMemoryBound(to: UInt16.self) + place.offset
        let (plane, count) = (planes[index], counts[index])
        switch self {
        case .v210, .v216: czimg_scatter16(words, plane.assumingMemoryBound(to: UInt16.self), place.step, 0, count)
        case .b64a: czimg_scatter16_swapped(words, plane.assumingMemoryBound(to: UInt16.self), place.step, count)
        case .halfFloatRGBA: czimg_scatter_half(words, plane.assumingMemoryBound(to: Float.self), place.step, count)
        }
      }
    }
  }

  /// Calls a closure with each row, its place in each component's plane, and the numbers of samples there.
  private func forEachRow(
    _ packed: Picture, _ planar: Picture,
    _ body: (UnsafeMutableRawPointer, [UnsafeMutableRawPointer], [Int]) -> Void
  ) {
    guard let layout = ComponentLayout(planar.format) else { return }
    let counts = layout.components.map { layout.columns($0, width: packed.width) }
    for y in 0..<packed.height {
      let row = packed.planes[0].base + y * packed.planes[0].stride
      body(row, layout.components.map { planar.planes[$0.plane].base + y * planar.planes[$0.plane].stride }, counts)
    }
  }
}

extension Picture {
  /// Returns the picture as the libraries see it: itself, or planes of the same samples in memory of their own.
  package func unpacked() throws -> Picture {
    guard let packing = format.packing else { return self }
    var planar = try PictureStorage.picture(
      format: format.libraryFormat, width: width, height: height, color: color, fieldOrder: fieldOrder)
    planar.messages = messages
    packing.unpack(self, into: planar)
    return planar
  }
}
