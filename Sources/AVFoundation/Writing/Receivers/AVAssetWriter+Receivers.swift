import CoreMedia
public import CoreVideo
import MediaSupport

/// Receivers: inputs whose clients await each append, in place of `add`, readiness and `startWriting` (WI-90).
extension AVAssetWriter {
  /// Opens the file and makes the receivers ready for a session.
  ///
  /// - Throws: an `AVError`, where `startWriting()` would return false.
  public func start() throws {
    if startWriting() { return }
    throw error ?? AVError(MediaError(.invalidOperation, .opening, "the writer was started or cancelled before"))
  }

  /// Adds an input and returns a receiver of its samples.
  ///
  /// Stops the process where `canAdd` is false.
  public func inputReceiver(for input: AVAssetWriterInput) -> sending AVAssetWriterInput.SampleBufferReceiver {
    add(input)
    return AVAssetWriterInput.SampleBufferReceiver(input)
  }

  /// Adds a video input and returns a receiver of its pictures.
  ///
  /// Stops the process where `canAdd` is false, for another input than a video input, and when no pool can be made from
  /// the attributes. With `nil` there is no pool.
  public func inputPixelBufferReceiver(
    for input: AVAssetWriterInput, pixelBufferAttributes attributes: CVPixelBufferCreationAttributes?
  ) -> sending AVAssetWriterInput.PixelBufferReceiver {
    if input.mediaType != .video { raise(.invalidArgument, "a pixel buffer receiver needs a video input") }
    add(input)
    return AVAssetWriterInput.PixelBufferReceiver(input, attributes: attributes)
  }

  /// Adds a metadata input and returns a receiver of its timed groups.
  ///
  /// Stops the process where `canAdd` is false, and for an input whose source format hint is not of boxed metadata.
  public func inputMetadataReceiver(for input: AVAssetWriterInput) -> sending AVAssetWriterInput.MetadataReceiver {
    let receiver = AVAssetWriterInput.MetadataReceiver(input)
    add(input)
    return receiver
  }
}
