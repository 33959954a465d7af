internal import CoreGraphics
internal import Foundation

/// A pixel buffer with one owner, who may change its pixels; turning it into a `CVReadOnlyPixelBuffer` ends that.
public struct CVMutablePixelBuffer: ~Copyable, Sendable {
  let buffer: CVPixelBuffer

  /// Creates a buffer with memory of its own, whose content is not defined.
  ///
  /// - Throws: `CVError` for a format, a size or attributes that are not possible.
  public init(_ attributes: CVPixelBufferCreationAttributes) throws {
    var made: CVPixelBuffer?
    let status = CVPixelBufferCreate(
      nil, attributes.size.width, attributes.size.height, attributes.pixelFormatType.rawValue,
      NSDictionary(dictionary: attributes.dictionary), &made)
    try CVError.check(status)
    guard let made else { throw CVError.allocationFailed }
    buffer = made
  }

  /// Takes over a buffer that nobody else changes from now on.
  public init(unsafeBuffer: sending CVPixelBuffer) { buffer = unsafeBuffer }

  /// Lends the bytes of every plane for writing, which must not be kept beyond the call; the buffer is locked meanwhile.
  public func accessUnsafeMutableRawPlaneBytes<Result>(
    _ body: ([(properties: CVPixelBufferPlaneProperties, bytes: UnsafeMutableRawBufferPointer)]) throws ->
      sending Result
  ) rethrows -> sending Result {
    try buffer.withPlaneBytes(body)
  }
}

extension CVMutablePixelBuffer: CVPixelBufferRepresentable {
  /// Lends the buffer, which must not be kept beyond the call.
  public func withUnsafeBuffer<Result>(_ body: (CVPixelBuffer) throws -> sending Result) rethrows -> sending Result {
    try body(buffer)
  }
}
