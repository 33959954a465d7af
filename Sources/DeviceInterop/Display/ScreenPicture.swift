/// A picture that is ready for a screen: bytes B, G, R and A for each pixel, and how it is displayed.
package struct ScreenPicture: Sendable {
  /// The size of the picture in memory, in pixels.
  package let width: Int
  package let height: Int
  /// The width of a pixel in memory relative to its height.
  package let pixelShape: Double
  package let orientation: PictureOrientation
  private let read: @Sendable ((UnsafeRawPointer, _ bytesPerRow: Int) -> Void) -> Void

  /// - Parameter read: calls its argument with the memory of the picture, which never changes. Any thread may call it.
  package init(
    width: Int, height: Int, pixelShape: Double = 1, orientation: PictureOrientation = .upright,
    read: @escaping @Sendable ((UnsafeRawPointer, _ bytesPerRow: Int) -> Void) -> Void
  ) {
    (self.width, self.height, self.pixelShape, self.orientation) = (width, height, pixelShape, orientation)
    self.read = read
  }

  /// Calls a function with the address of the whole picture in memory, and the number of bytes from one row to the
  /// next.
  package func withBytes(_ body: (UnsafeRawPointer, _ bytesPerRow: Int) -> Void) { read(body) }

  /// The displayed picture's width and height, in points as high as a pixel in memory.
  package var shape: (width: Double, height: Double) {
    let (width, height) = (Double(width) * pixelShape, Double(height))
    return orientation.swapsSides ? (height, width) : (width, height)
  }

  /// Returns the pixel in memory for a position in the upright picture, given as shares of its width and height.
  package func pixel(x: Double, y: Double) -> (x: Int, y: Int) {
    let place = orientation.source(x: x, y: y)
    func index(_ share: Double, _ count: Int) -> Int { min(count - 1, max(0, Int(share * Double(count)))) }
    return (index(place.x, width), index(place.y, height))
  }
}
