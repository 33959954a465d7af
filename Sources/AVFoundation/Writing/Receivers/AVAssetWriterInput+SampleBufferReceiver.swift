public import CoreMedia

extension AVAssetWriterInput {
  /// Takes the samples of one input of a writer, and lets the client wait for the file (WI-90).
  ///
  /// Made by `AVAssetWriter.inputReceiver(for:)`. One caller at a time.
  public final class SampleBufferReceiver: Sendable {
    private let input: AVAssetWriterInput

    init(_ input: AVAssetWriterInput) { self.input = input }

    /// Suspends until the input is ready, then appends a sample (WI-91).
    ///
    /// - Throws: the writer's error when it failed, `AVError.operationCancelled` when it was cancelled,
    ///   `AVError.operationNotAllowed` without an open session or after `finish()`, and `CancellationError` when the
    ///   task is cancelled while it waits: the sample is then not in the file.
    public func append(_ sampleBuffer: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>) async throws {
      try await input.receive(sampleBuffer.buffer)
    }

    /// Appends a sample if the input is ready (WI-92).
    ///
    /// - Returns: `false` when it is not.
    /// - Throws: as `append(_:)`.
    public func appendImmediately(
      _ sampleBuffer: CMReadySampleBuffer<CMSampleBuffer.DynamicContent>
    ) throws -> Bool {
      try input.receiveImmediately(sampleBuffer.buffer)
    }

    /// Says that no more samples come: the input no longer makes others wait (WI-93). A second call has no effect.
    public func finish() { input.markAsFinished() }
  }
}
