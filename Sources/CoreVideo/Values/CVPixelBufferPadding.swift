/// Columns and rows of pixels that a buffer stores around its picture.
public struct CVPixelBufferPadding: Sendable, Hashable {
  public var left: Int
  public var right: Int
  public var top: Int
  public var bottom: Int

  public static let zero = CVPixelBufferPadding(left: 0, right: 0, top: 0, bottom: 0)

  public init(left: Int, right: Int, top: Int, bottom: Int) {
    self.left = left
    self.right = right
    self.top = top
    self.bottom = bottom
  }

  init(_ pixels: ExtendedPixels) {
    self.init(left: pixels.left, right: pixels.right, top: pixels.top, bottom: pixels.bottom)
  }
}
