public import CoreMedia
public import CoreVideo

extension AVAssetWriterInput {
  /// A receiver for the groups of tagged pixel buffers of one input.
  ///
  /// Multi-layer video is not written on this platform: every append throws `AVError.encoderNotFound`.
  public final class TaggedPixelBufferGroupReceiver: Sendable {
    /// The attributes that the pool's buffers would have.
    public let sourcePixelBufferAttributes: CVPixelBufferCreationAttributes?
    /// The pool. It is `nil`: there is nothing that its buffers could be appended to.
    public var pixelBufferPool: CVMutablePixelBuffer.Pool? { nil }
    private let input: AVAssetWriterInput

    init(_ input: AVAssetWriterInput, attributes: CVPixelBufferCreationAttributes?) {
      self.input = input
      sourcePixelBufferAttributes = attributes
    }

    /// Refuses a group of pictures.
    ///
    /// - Throws: `AVError.encoderNotFound`.
    public func append(
      _ taggedPixelBufferGroup: [CMTaggedDynamicBuffer], with presentationTime: CMTime
    ) async throws {
      throw AVError(UnwrittenMedia.taggedPixelBuffers.error)
    }

    /// Refuses a group of pictures.
    ///
    /// - Throws: `AVError.encoderNotFound`.
    public func appendImmediately(
      _ taggedPixelBufferGroup: [CMTaggedDynamicBuffer], with presentationTime: CMTime
    ) throws -> Bool {
      throw AVError(UnwrittenMedia.taggedPixelBuffers.error)
    }

    /// Says that no more groups come (WI-93). A second call has no effect.
    public func finish() { input.markAsFinished() }
  }
}
