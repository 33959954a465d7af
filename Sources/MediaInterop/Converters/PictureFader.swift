import MediaSupport

/// Brings pictures nearer to black, in their own format and in encoded values. One thread at a time.
///
/// A sample `v` becomes `b + (v − b) · level`, rounded to the nearest whole number, where `b` is the sample of black: 16
/// for luma of video range in 8 bits, as many steps more as there are more bits, 0 for luma of full range and for R, G
/// and B, and the middle of the scale for chroma. Opacity stays. So do FFmpeg's `fade` and other editors.
package final class PictureFader {
  private var converter: PictureConverter?

  package init() {}

  /// Returns the picture with the share `level` of its distance from black: the picture itself where that is all.
  ///
  /// A picture whose samples are not whole bytes or words of this machine's order, such as a palette's or fractions, is
  /// converted to the nearest format of such samples first, at each level.
  ///
  /// - Parameter level: from 0, which is black, to 1.
  /// - Throws: `MediaError(.unsupportedSettings)` for a picture that no converter reads.
  package func fade(_ picture: Picture, to level: Double) throws -> Picture {
    guard let layout = ComponentLayout(picture.format), !picture.format.isFloat else {
      let converted = try unpacked(picture)
      return try fade(converted, to: level)
    }
    if level >= 1 { return picture }
    let result = try Self.copy(of: picture)
    let depth = layout.depth
    let isFullRange = PictureFormat(picture).isFullRange
    let luma = Self.table(depth: depth, black: isFullRange ? 0 : 16 << (depth - 8), max(0, level))
    let chroma = Self.table(depth: depth, black: 1 << (depth - 1), max(0, level))
    for component in layout.components where !component.isAlpha {
      let table = component.isChroma ? chroma : luma
      if layout.bytesPerSample == 1 {
        layout.replace(component, of: result, by: table.map { UInt8(truncatingIfNeeded: $0) })
      } else {
        layout.replace(component, of: result, by: table)
      }
    }
    return result
  }

  /// Returns the new sample for each one.
  private static func table(depth: Int, black: Int, _ level: Double) -> [UInt16] {
    (0..<1 << depth).map { value in UInt16(black + Int((Double(value - black) * level).rounded())) }
  }

  /// Returns the same picture in memory of its own.
  private static func copy(of picture: Picture) throws -> Picture {
    var copy = try PictureStorage.picture(
      format: picture.format, width: picture.width, height: picture.height, color: picture.color,
      fieldOrder: picture.fieldOrder)
    copy.messages = picture.messages
    for (plane, (source, target)) in zip(picture.planes, copy.planes).enumerated() {
      let count = picture.format.bytesPerRow(width: picture.width, plane: plane)
      for row in 0..<picture.format.rowCount(height: picture.height, plane: plane) {
        (target.base + row * target.stride).copyMemory(from: source.base + row * source.stride, byteCount: count)
      }
    }
    return copy
  }

  // MARK: Other formats

  private static let formats: [PixelFormat] = [
    .yuv420p, .yuv422p, .yuv444p, .yuv420p10, .yuv422p10, .yuv444p10, .yuva420p, .yuva444p, .yuva444p10, .gray8,
    .gray16, .bgra, .rgb24, .rgba64, .gbrp, .gbrp10,
  ]

  private func unpacked(_ picture: Picture) throws -> Picture {
    let source = PictureFormat(picture)
    if let converter, converter.source == source { return try converter.convert(picture) }
    guard let nearest = picture.format.nearest(of: Self.formats) else {
      throw MediaError(.unsupportedSettings, .processing, "pictures of format \(picture.format) cannot be faded")
    }
    let made = try PictureConverter(
      from: source, to: PictureFormat(format: nearest, width: picture.width, height: picture.height))
    converter = made
    return try made.convert(picture)
  }
}

extension ComponentLayout {
  /// Replaces each sample of a component by the one that a table has in its place.
  ///
  /// - Parameter table: the new sample for each value of the component's bits.
  fileprivate func replace<Sample: FixedWidthInteger & UnsignedInteger>(
    _ component: Component, of picture: Picture, by table: [Sample]
  ) {
    let memory = picture.planes[component.plane]
    let (width, most) = (columns(component, width: picture.width), table.count - 1)
    table.withUnsafeBufferPointer { table in
      for row in 0..<rows(component, height: picture.height) {
        let samples = (memory.base + row * memory.stride).assumingMemoryBound(to: Sample.self) + component.offset
        for place in stride(from: 0, to: width * component.step, by: component.step) {
          // Bits above the depth have no meaning, and may be set in damaged pictures.
          let value = min(Int(samples[place] >> Sample(component.shift)), most)
          samples[place] = table[value] << Sample(component.shift)
        }
      }
    }
  }
}
