/// A value that holds a pixel buffer: `CVMutablePixelBuffer` and `CVReadOnlyPixelBuffer`.
///
/// Sealed: no other type conforms.
public protocol CVPixelBufferRepresentable: ~Copyable {
  /// Lends the buffer, which must not be kept beyond the call.
  func withUnsafeBuffer<Result>(_ body: (CVPixelBuffer) throws -> sending Result) rethrows -> sending Result
}

extension CVPixelBufferRepresentable where Self: ~Copyable {
  /// In pixels, without what is stored around the picture.
  public var size: CVImageSize { withUnsafeBuffer { CVImageSize(width: $0.width, height: $0.height) } }
  /// The format of the pixels.
  public var pixelFormatType: CVPixelFormatType { withUnsafeBuffer { CVPixelFormatType(rawValue: $0.format) } }
  /// Pixels that are stored around the picture.
  public var extendedPixels: CVPixelBufferPadding { withUnsafeBuffer { CVPixelBufferPadding($0.extendedPixels) } }
  /// Whether the format has planes; one that has none counts as one plane.
  public var isPlanar: Bool { withUnsafeBuffer { $0.isPlanar } }
  /// At least 1.
  public var planeCount: Int { withUnsafeBuffer { $0.planes.count } }
  /// Where the pixels of each plane lie.
  public var planeProperties: [CVPixelBufferPlaneProperties] { withUnsafeBuffer { $0.planeProperties } }

  /// Lends the bytes of every plane, which must not be kept beyond the call; the buffer is locked meanwhile.
  public func accessUnsafeRawPlaneBytes<Result>(
    _ body: ([(properties: CVPixelBufferPlaneProperties, bytes: UnsafeRawBufferPointer)]) throws -> sending Result
  ) rethrows -> sending Result {
    try withUnsafeBuffer { buffer in
      try buffer.withPlaneBytes { try body($0.map { ($0.properties, UnsafeRawBufferPointer($0.bytes)) }) }
    }
  }
}

extension CVBuffer {
  var planeProperties: [CVPixelBufferPlaneProperties] {
    planes.map {
      CVPixelBufferPlaneProperties(
        size: CVImageSize(width: $0.width, height: $0.height), bytesPerRow: $0.bytesPerRow)
    }
  }

  /// Every plane's rows, from the first to the end of the last; a picture stored bottom up begins at its last row.
  func withPlaneBytes<Result>(
    _ body: ([(properties: CVPixelBufferPlaneProperties, bytes: UnsafeMutableRawBufferPointer)]) throws ->
      sending Result
  ) rethrows -> sending Result {
    lock()
    defer { _ = unlock() }
    return try body(
      zip(planeProperties, planes).map { properties, plane in
        let first = plane.bytesPerRow < 0 ? plane.base + plane.bytesPerRow * (plane.height - 1) : plane.base
        return (properties, UnsafeMutableRawBufferPointer(start: first, count: abs(plane.bytesPerRow) * plane.height))
      })
  }
}
