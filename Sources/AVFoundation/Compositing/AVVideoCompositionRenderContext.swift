public import CoreGraphics
public import CoreVideo
public import Foundation

/// The widths of the margins around a picture.
public struct AVEdgeWidths: Hashable, Sendable {
  public var left: CGFloat
  public var top: CGFloat
  public var right: CGFloat
  public var bottom: CGFloat

  public init() { self.init(left: 0, top: 0, right: 0, bottom: 0) }

  public init(left: CGFloat, top: CGFloat, right: CGFloat, bottom: CGFloat) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}

/// The width of a pixel to its height.
public struct AVPixelAspectRatio: Hashable, Sendable {
  public var horizontalSpacing: Int
  public var verticalSpacing: Int

  public init() { self.init(horizontalSpacing: 0, verticalSpacing: 0) }

  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    (self.horizontalSpacing, self.verticalSpacing) = (horizontalSpacing, verticalSpacing)
  }
}

/// The pictures that a compositor makes: their size, and memory for them. Any thread.
public final class AVVideoCompositionRenderContext: NSObject, @unchecked Sendable {
  // Sendable: constants; a pool is for any thread.

  /// The composition that is rendered.
  public let videoComposition: AVVideoComposition
  /// The size of the pictures in pixels.
  public let size: CGSize
  private let pool: CVPixelBufferPool?

  /// - Parameter pixelFormat: the format of the pictures in `newPixelBuffer()`.
  init(_ composition: AVVideoComposition, size: CGSize, pixelFormat: OSType) {
    videoComposition = composition
    self.size = size
    let attributes: [CFString: NSNumber] = [
      kCVPixelBufferPixelFormatTypeKey: NSNumber(value: pixelFormat),
      kCVPixelBufferWidthKey: NSNumber(value: Int(size.width)),
      kCVPixelBufferHeightKey: NSNumber(value: Int(size.height)),
    ]
    var made: CVPixelBufferPool?
    _ = CVPixelBufferPoolCreate(nil, nil, NSDictionary(dictionary: attributes), &made)
    pool = made
  }

  /// The map from the composition's units to the pictures' pixels.
  public var renderTransform: CGAffineTransform {
    CGAffineTransform(scaleX: CGFloat(renderScale), y: CGFloat(renderScale))
  }

  /// The pixels in a unit of the composition.
  public var renderScale: Float { videoComposition.renderScale }

  /// The shape of the pictures' pixels: square.
  public var pixelAspectRatio: AVPixelAspectRatio { AVPixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1) }

  /// The margins around the pictures: none.
  public var edgeWidths: AVEdgeWidths { AVEdgeWidths() }

  /// A Boolean value that says whether quality counts more than speed: it does here.
  public var highQualityRendering: Bool { true }

  /// Returns a picture with undefined contents, in the form that the compositor asks for. It is `nil` if there is not
  /// enough memory.
  public func newPixelBuffer() -> CVPixelBuffer? { pool?.makeBuffer() }

  /// Returns a picture with undefined contents, in the form that the compositor asks for.
  ///
  /// - Throws: `CVError` where there is no memory.
  public func makeMutablePixelBuffer() throws -> CVMutablePixelBuffer {
    guard let buffer = newPixelBuffer() else { throw CVError.allocationFailed }
    return CVMutablePixelBuffer(unsafeBuffer: buffer)
  }
}
