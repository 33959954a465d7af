public import CoreVideo

/// Receivers of media that is not written on this platform: they exist, and every append throws.
extension AVAssetWriter {
  /// Adds a text or closed-caption input and returns a receiver that refuses its captions.
  ///
  /// Stops the process where `canAdd` is false, and for an input of another media type.
  public func inputCaptionReceiver(for input: AVAssetWriterInput) -> sending AVAssetWriterInput.CaptionReceiver {
    input.requireAdaptable("a caption receiver", to: [.text, .closedCaption])
    add(input)
    return AVAssetWriterInput.CaptionReceiver(input)
  }

  /// Adds a video input and returns a receiver that refuses its groups of tagged pixel buffers.
  ///
  /// Stops the process where `canAdd` is false, and for another input than a video input.
  public func inputTaggedPixelBufferGroupReceiver(
    for input: AVAssetWriterInput, pixelBufferAttributes attributes: CVPixelBufferCreationAttributes?
  ) -> sending AVAssetWriterInput.TaggedPixelBufferGroupReceiver {
    input.requireAdaptable("a tagged pixel buffer group receiver", to: [.video])
    add(input)
    return AVAssetWriterInput.TaggedPixelBufferGroupReceiver(input, attributes: attributes)
  }
}
