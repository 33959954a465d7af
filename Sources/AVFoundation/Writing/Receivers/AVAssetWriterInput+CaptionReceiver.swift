extension AVAssetWriterInput {
  /// A receiver for the captions of one input.
  ///
  /// Captions are not written on this platform: every append throws `AVError.encoderNotFound`.
  public final class CaptionReceiver: Sendable {
    private let input: AVAssetWriterInput

    init(_ input: AVAssetWriterInput) { self.input = input }

    /// Refuses a caption.
    ///
    /// - Throws: `AVError.encoderNotFound`.
    public func append(_ caption: AVCaption) async throws { throw AVError(UnwrittenMedia.captions.error) }

    /// Refuses a group of captions.
    ///
    /// - Throws: `AVError.encoderNotFound`.
    public func append(_ captionGroup: AVCaptionGroup) async throws { throw AVError(UnwrittenMedia.captions.error) }

    /// Refuses a caption.
    ///
    /// - Throws: `AVError.encoderNotFound`.
    public func appendImmediately(_ caption: AVCaption) throws -> Bool {
      throw AVError(UnwrittenMedia.captions.error)
    }

    /// Refuses a group of captions.
    ///
    /// - Throws: `AVError.encoderNotFound`.
    public func appendImmediately(_ captionGroup: AVCaptionGroup) throws -> Bool {
      throw AVError(UnwrittenMedia.captions.error)
    }

    /// Says that no more captions come (WI-93). A second call has no effect.
    public func finish() { input.markAsFinished() }
  }
}
