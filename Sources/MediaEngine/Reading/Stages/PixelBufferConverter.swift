package import CoreVideo
import MediaInterop
import MediaSupport

/// Converts decoded pictures to the form that is asked for. One thread at a time.
package final class PixelBufferConverter {
  private let request: PictureRequest
  private var adapter: PictureAdapter?

  package init(_ request: PictureRequest) { self.request = request }

  /// Returns the picture in the form that is asked for, with its attachments: the same buffer if it has that form
  /// already.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for a conversion that no converter makes.
  package func convert(_ buffer: CVPixelBuffer) throws -> CVPixelBuffer {
    let picture = try Picture(buffer)
    guard let target = request.target(for: picture) else { return buffer }
    let adapter =
      if let adapter, adapter.accepts(picture, target) { adapter } else {
        try PictureAdapter(from: picture, to: target)
      }
    self.adapter = adapter
    let result = try adapter.adapt(picture).pixelBuffer()
    result.storedAttachments = buffer.storedAttachments
    return result
  }
}

extension PictureRequest {
  /// Returns the conversion that a picture needs; `nil` if it has the form that is asked for already.
  func target(for picture: Picture) -> PictureAdapter.Target? {
    let wanted = pixelFormat.flatMap(PixelFormat.init(fourCC:)) ?? picture.format
    let isFullRange = pixelFormat.flatMap(PixelFormat.isFullRange(fourCC:)) ?? picture.color.isFullRange
    let (width, height) = (width ?? picture.width, height ?? picture.height)
    let isMet =
      wanted == picture.format && width == picture.width && height == picture.height
      && (isFullRange ?? false) == (picture.color.isFullRange ?? false)
    return isMet ? nil : PictureAdapter.Target(format: wanted, width: width, height: height, isFullRange: isFullRange)
  }
}
