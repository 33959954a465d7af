internal import CFFmpeg
internal import CZimg

/// The layout of a pixel format's components in memory, from libavutil's descriptor. zimg needs each component in a
/// plane of its own, R G B A or Y U V A.
struct ComponentLayout {
  struct Component {
    var plane: Int
    /// The distance between two samples; like `offset`, in units of `bytesPerSample`.
    var step: Int
    var offset: Int
    /// The number of bits below the value in its word.
    var shift: Int
    var isChroma: Bool
    var isAlpha: Bool

    /// A Boolean value that says whether the plane contains only this component, as zimg requires.
    var isPlane: Bool { step == 1 && offset == 0 && shift == 0 }
  }

  let format: PixelFormat
  let components: [Component]
  let depth: Int
  let bytesPerSample: Int

  /// Makes the layout of a format; `nil` for formats whose components are not whole bytes or words of this machine's
  /// order, nor planes of single precision.
  init?(_ format: PixelFormat) {
    guard let descriptor = av_pix_fmt_desc_get(format.cValue)?.pointee, !format.isPaletted, !format.isHardware,
      !format.isBigEndian, descriptor.flags & UInt64(AV_PIX_FMT_FLAG_BITSTREAM) == 0
    else { return nil }
    let parts = [descriptor.comp.0, descriptor.comp.1, descriptor.comp.2, descriptor.comp.3]
      .prefix(Int(descriptor.nb_components))
    let depth = Int(descriptor.comp.0.depth)
    let size = format.isFloat ? MemoryLayout<Float>.size : depth > 8 ? 2 : 1
    guard
      parts.allSatisfy({ part in
        Int(part.depth) == depth && Int(part.step) % size == 0 && Int(part.offset) % size == 0
          && Int(part.depth) + Int(part.shift) <= 8 * size
      }), depth >= 8, !format.isFloat || depth == 8 * size
    else { return nil }
    self.format = format
    self.depth = depth
    bytesPerSample = size
    let hasAlpha = format.hasAlpha
    components = parts.enumerated().map { index, part in
      let isAlpha = hasAlpha && index == parts.count - 1
      return Component(
        plane: Int(part.plane), step: Int(part.step) / size, offset: Int(part.offset) / size, shift: Int(part.shift),
        isChroma: !format.isRGB && !isAlpha && (index == 1 || index == 2), isAlpha: isAlpha)
    }
    if format.isFloat, !components.allSatisfy(\.isPlane) { return nil }
  }

  /// The format whose planes are this one's components.
  var planarFormat: PixelFormat? {
    if components.allSatisfy(\.isPlane) { return format }
    let depthName = depth > 8 ? "\(depth)le" : ""
    let alpha = format.hasAlpha ? "a" : ""
    if format.isRGB { return PixelFormat(name: "gbr\(alpha)p\(depthName)") }
    let sampling =
      switch (format.log2ChromaWidth, format.log2ChromaHeight) {
      case (1, 1): "420"
      case (1, 0): "422"
      case (0, 0): "444"
      default: ""
      }
    return PixelFormat(name: "yuv\(alpha)\(sampling)p\(depthName)")
  }

  /// Returns the number of columns of a component in a picture of a width.
  func columns(_ component: Component, width: Int) -> Int {
    component.isChroma ? (width + (1 << format.log2ChromaWidth) - 1) >> format.log2ChromaWidth : width
  }

  func rows(_ component: Component, height: Int) -> Int {
    component.isChroma ? (height + (1 << format.log2ChromaHeight) - 1) >> format.log2ChromaHeight : height
  }

  /// Copies every component of `source`, of this format, into `planar`, of `planarFormat` and the same size.
  func unpack(_ source: Picture, into planar: Picture) {
    forEachRow(source, planar) { component, packed, plane, count in
      if format.isFloat {
        plane.copyMemory(from: packed, byteCount: count * bytesPerSample)
      } else if bytesPerSample == 1 {
        czimg_gather8(
          plane.assumingMemoryBound(to: UInt8.self), packed.assumingMemoryBound(to: UInt8.self) + component.offset,
          Int32(component.step), count)
      } else {
        czimg_gather16(
          plane.assumingMemoryBound(to: UInt16.self), packed.assumingMemoryBound(to: UInt16.self) + component.offset,
          Int32(component.step), Int32(component.shift), count)
      }
    }
  }

  /// Copies every component of `planar` back into `destination`, of this format.
  func pack(_ planar: Picture, into destination: Picture) {
    forEachRow(destination, planar) { component, packed, plane, count in
      if format.isFloat {
        packed.copyMemory(from: plane, byteCount: count * bytesPerSample)
      } else if bytesPerSample == 1 {
        czimg_scatter8(
          packed.assumingMemoryBound(to: UInt8.self) + component.offset, plane.assumingMemoryBound(to: UInt8.self),
          Int32(component.step), count)
      } else {
        czimg_scatter16(
          packed.assumingMemoryBound(to: UInt16.self) + component.offset, plane.assumingMemoryBound(to: UInt16.self),
          Int32(component.step), Int32(component.shift), count)
      }
    }
  }

  /// Makes every pixel opaque.
  func fillAlpha(of picture: Picture) {
    guard let alpha = components.first(where: \.isAlpha) else { return }
    let memory = picture.planes[alpha.plane]
    for row in 0..<picture.height {
      let start = memory.base + row * memory.stride
      if format.isFloat {
        start.initializeMemory(as: Float.self, repeating: 1, count: picture.width)
      } else if bytesPerSample == 1 {
        czimg_fill8(start.assumingMemoryBound(to: UInt8.self) + alpha.offset, .max, Int32(alpha.step), picture.width)
      } else {
        czimg_fill16(
          start.assumingMemoryBound(to: UInt16.self) + alpha.offset, UInt16(clamping: (1 << depth) - 1) << alpha.shift,
          Int32(alpha.step), picture.width)
      }
    }
  }

  private func forEachRow(
    _ packed: Picture, _ planar: Picture,
    _ body: (Component, UnsafeMutableRawPointer, UnsafeMutableRawPointer, Int) -> Void
  ) {
    guard let target = ComponentLayout(planar.format) else { return }
    for (component, planeComponent) in zip(components, target.components) {
      let from = packed.planes[component.plane]
      let to = planar.planes[planeComponent.plane]
      let count = columns(component, width: packed.width)
      for row in 0..<rows(component, height: packed.height) {
        body(component, from.base + row * from.stride, to.base + row * to.stride, count)
      }
    }
  }
}
