/// A pixel buffer that nobody changes any more, so that any thread may read it.
public final class CVReadOnlyPixelBuffer: Sendable {
  let buffer: CVPixelBuffer

  /// Creates a buffer from one whose pixels can no longer be changed from now on; nothing is copied.
  public init(_ buffer: consuming CVMutablePixelBuffer) { self.buffer = buffer.buffer }

  /// Takes over a buffer that nobody changes from now on.
  public init(unsafeBuffer: sending CVPixelBuffer) { buffer = unsafeBuffer }
}

extension CVReadOnlyPixelBuffer: CVPixelBufferRepresentable {
  /// Lends the buffer, whose pixels must not be changed.
  public func withUnsafeBuffer<Result>(_ body: (CVPixelBuffer) throws -> sending Result) rethrows -> sending Result {
    try body(buffer)
  }
}
