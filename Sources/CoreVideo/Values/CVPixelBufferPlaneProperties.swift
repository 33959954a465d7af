/// The size and row length of one plane.
public struct CVPixelBufferPlaneProperties: Sendable, Hashable {
  /// The plane's size in its own pixels.
  public var size: CVImageSize
  /// The number of bytes from the beginning of a row to the next; more than the row's pixels need where rows are
  /// aligned.
  public var bytesPerRow: Int

  public init(size: CVImageSize, bytesPerRow: Int) {
    self.size = size
    self.bytesPerRow = bytesPerRow
  }
}
