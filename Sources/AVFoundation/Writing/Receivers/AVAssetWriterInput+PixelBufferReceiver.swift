public import CoreMedia
public import CoreVideo

extension AVAssetWriterInput {
  /// Takes the pictures of one video input of a writer, and lends a pool of them (WI-90).
  ///
  /// Made by `AVAssetWriter.inputPixelBufferReceiver(for:pixelBufferAttributes:)`. One caller at a time.
  public final class PixelBufferReceiver: Sendable {
    /// The attributes of the pool's buffers. It is `nil` when no pool is wanted.
    public let sourcePixelBufferAttributes: CVPixelBufferCreationAttributes?
    /// The pool of buffers that can be appended. It is `nil` without attributes.
    public let pixelBufferPool: CVMutablePixelBuffer.Pool?
    private let input: AVAssetWriterInput

    /// Stops the process when no pool can be made from the attributes.
    init(_ input: AVAssetWriterInput, attributes: CVPixelBufferCreationAttributes?) {
      self.input = input
      sourcePixelBufferAttributes = attributes
      do {
        pixelBufferPool = try attributes.map { try CVMutablePixelBuffer.Pool(pixelBufferAttributes: $0) }
      } catch {
        raise(.invalidArgument, "no pixel buffer pool can be made from the pixel buffer attributes: \(error)")
      }
    }

    /// Suspends until the input is ready, then appends a picture, from the pool or from elsewhere (WI-91).
    ///
    /// Stops the process when the time is not numeric. Throws as `SampleBufferReceiver.append(_:)`.
    public func append(_ pixelBuffer: CVReadOnlyPixelBuffer, with presentationTime: CMTime) async throws {
      try await input.receive(sample(pixelBuffer, presentationTime))
    }

    /// Appends a picture if the input is ready (WI-92).
    ///
    /// Stops the process when the time is not numeric.
    ///
    /// - Returns: `false` when it is not.
    /// - Throws: the errors of `SampleBufferReceiver.appendImmediately(_:)`.
    public func appendImmediately(
      _ pixelBuffer: CVReadOnlyPixelBuffer, with presentationTime: CMTime
    ) throws -> Bool {
      try input.receiveImmediately(sample(pixelBuffer, presentationTime))
    }

    /// Says that no more pictures come (WI-93). A second call has no effect.
    public func finish() { input.markAsFinished() }

    private func sample(_ pixelBuffer: CVReadOnlyPixelBuffer, _ time: CMTime) -> CMSampleBuffer {
      if !time.isNumeric { raise(.invalidArgument, "the presentation time must be numeric") }
      return CMReadySampleBuffer(pixelBuffer: pixelBuffer, presentationTimeStamp: time).buffer
    }
  }
}
