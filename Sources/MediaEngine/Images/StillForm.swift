package import CoreGraphics
package import DeviceInterop

/// The form of an image that is made from a decoded picture: a pure value.
package struct StillForm: Sendable {
  /// The part of the picture that is shown; `nil` for all of it.
  package var part: ScreenConverter.Part?
  /// The width of a pixel of the picture relative to its height.
  package var pixelShape: Double
  /// The orientation in which the picture is displayed upright.
  package var orientation: PictureOrientation
  /// The size, in pixels, that the turned image must fit in. A side that is not positive is not limited.
  package var maximumSize: CGSize
  /// A Boolean value that says whether high dynamic range is kept.
  package var keepsDynamicRange: Bool

  package init(
    part: ScreenConverter.Part? = nil, pixelShape: Double = 1, orientation: PictureOrientation = .upright,
    maximumSize: CGSize = .zero, keepsDynamicRange: Bool = false
  ) {
    (self.part, self.pixelShape, self.orientation) = (part, pixelShape, orientation)
    (self.maximumSize, self.keepsDynamicRange) = (maximumSize, keepsDynamicRange)
  }

  /// Returns the size of the image before it is turned: that of the shown part, with square pixels, scaled down if it
  /// does not fit.
  ///
  /// Pixels become square by changing the number of columns, so that no row is interpolated.
  func size(ofPicture picture: (width: Int, height: Int)) -> (width: Int, height: Int) {
    let shape = pixelShape.isFinite && pixelShape > 0 ? pixelShape : 1
    let width = (part?.width ?? Double(picture.width)) * shape
    let height = part?.height ?? Double(picture.height)
    let turned = orientation.swapsSides ? (height, width) : (width, height)
    func scale(_ bound: CGFloat, _ side: Double) -> Double {
      bound.isFinite && bound > 0 && side > 0 ? Double(bound) / side : 1
    }
    let factor = min(1, scale(maximumSize.width, turned.0), scale(maximumSize.height, turned.1))
    func pixels(_ side: Double) -> Int { max(1, Int((min(side * factor, Self.largestSide)).rounded())) }
    return (pixels(width), pixels(height))
  }

  /// The greatest side of an image, in pixels.
  private static let largestSide = 65_536.0
}
