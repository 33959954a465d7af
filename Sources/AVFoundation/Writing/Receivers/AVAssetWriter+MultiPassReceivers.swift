public import CoreVideo

/// Receivers of inputs that an encoder may look at more than once: `performsMultiPassEncodingIfSupported` is set.
///
/// Each stops the process where the receiver without passes does, and for an input that expects media data in real
/// time (WI-81).
extension AVAssetWriter {
  /// Adds an input and returns a receiver of its samples, and a controller that tells of its passes.
  public func inputReceiverRequestingMultiPass(
    for input: AVAssetWriterInput
  ) -> sending (AVAssetWriterInput.SampleBufferReceiver, AVAssetWriterInput.MultiPassController) {
    input.performsMultiPassEncodingIfSupported = true
    return (inputReceiver(for: input), AVAssetWriterInput.MultiPassController(input))
  }

  /// Adds an input and returns a receiver of its pictures, and a controller that tells of its passes.
  public func inputPixelBufferReceiverRequestingMultiPass(
    for input: AVAssetWriterInput, pixelBufferAttributes attributes: CVPixelBufferCreationAttributes?
  ) -> sending (AVAssetWriterInput.PixelBufferReceiver, AVAssetWriterInput.MultiPassController) {
    input.performsMultiPassEncodingIfSupported = true
    let receiver = inputPixelBufferReceiver(for: input, pixelBufferAttributes: attributes)
    return (receiver, AVAssetWriterInput.MultiPassController(input))
  }

  /// Adds an input and returns a receiver of its timed groups, and a controller that tells of its passes.
  public func inputMetadataReceiverRequestingMultiPass(
    for input: AVAssetWriterInput
  ) -> sending (AVAssetWriterInput.MetadataReceiver, AVAssetWriterInput.MultiPassController) {
    input.performsMultiPassEncodingIfSupported = true
    return (inputMetadataReceiver(for: input), AVAssetWriterInput.MultiPassController(input))
  }

  /// Adds an input and returns a receiver that refuses its captions, and a controller that tells of its passes.
  public func inputCaptionReceiverRequestingMultiPass(
    for input: AVAssetWriterInput
  ) -> sending (AVAssetWriterInput.CaptionReceiver, AVAssetWriterInput.MultiPassController) {
    input.performsMultiPassEncodingIfSupported = true
    return (inputCaptionReceiver(for: input), AVAssetWriterInput.MultiPassController(input))
  }

  /// Adds an input and returns a receiver that refuses its tagged pixel buffers, and a controller that tells of its
  /// passes.
  public func inputTaggedPixelBufferGroupReceiverRequestingMultiPass(
    for input: AVAssetWriterInput, pixelBufferAttributes attributes: CVPixelBufferCreationAttributes?
  ) -> sending (AVAssetWriterInput.TaggedPixelBufferGroupReceiver, AVAssetWriterInput.MultiPassController) {
    input.performsMultiPassEncodingIfSupported = true
    let receiver = inputTaggedPixelBufferGroupReceiver(for: input, pixelBufferAttributes: attributes)
    return (receiver, AVAssetWriterInput.MultiPassController(input))
  }
}
