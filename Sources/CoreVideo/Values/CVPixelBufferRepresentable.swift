/// A value that holds a pixel buffer: `CVMutablePixelBuffer` and `CVReadOnlyPixelBuffer`.
///
/// No other type may conform.
public protocol CVPixelBufferRepresentable: ~Copyable {
  /// Lends the buffer, which must not be kept beyond the call.
  func withUnsafeBuffer<Result>(_ body: (CVPixelBuffer) throws -> sending Result) rethrows -> sending Result
}

extension CVPixelBufferRepresentable where Self: ~Copyable {
  /// The size in pixels, without the pixels that are stored around the picture.
  public var size: CVImageSize { withUnsafeBuffer { CVImageSize(width: $0.width, height: $0.height) } }
  /// The format of the pixels.
  public var pixelFormatType: CVPixelFormatType { withUnsafeBuffer { CVPixelFormatType(rawValue: $0.format) } }
  /// The numbers of columns and rows that are stored around the picture.
  public var extendedPixels: CVPixelBufferPadding { withUnsafeBuffer { CVPixelBufferPadding($0.extendedPixels) } }
  /// A Boolean value that says whether the format has several planes; a format without planes counts as one plane.
  public var isPlanar: Bool { withUnsafeBuffer { $0.isPlanar } }
  /// The number of planes, which is at least 1.
  public var planeCount: Int { withUnsafeBuffer { $0.planes.count } }
  /// The size and row length of each plane.
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

  /// Lends the bytes of every plane, from its first row in memory to the end of its last; a picture stored bottom up
  /// begins with its last row.
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
