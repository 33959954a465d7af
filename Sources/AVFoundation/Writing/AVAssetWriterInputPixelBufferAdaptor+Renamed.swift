public import CoreMedia
public import CoreVideo

// Spellings of older documentation, so that old code gets a fix-it.
extension AVAssetWriterInputPixelBufferAdaptor {
  /// The older spelling of `append(_:withPresentationTime:)`.
  @available(*, deprecated, renamed: "append(_:withPresentationTime:)")
  @discardableResult
  public func appendPixelBuffer(
    _ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime
  ) -> Bool {
    append(pixelBuffer, withPresentationTime: presentationTime)
  }
}
