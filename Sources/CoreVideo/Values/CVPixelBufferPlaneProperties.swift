/// Where the pixels of one plane lie.
public struct CVPixelBufferPlaneProperties: Sendable, Hashable {
  /// In the plane's own pixels.
  public var size: CVImageSize
  /// From the beginning of a row to the next one's; more than the row's pixels need where rows are aligned.
  public var bytesPerRow: Int

  public init(size: CVImageSize, bytesPerRow: Int) {
    self.size = size
    self.bytesPerRow = bytesPerRow
  }
}
