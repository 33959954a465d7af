import CoreMedia
import MediaEngine
import MediaSupport
import Synchronization

extension AVAssetWriterInput {
  /// Takes the timed metadata groups of one input of a writer (WI-90).
  ///
  /// Made by `AVAssetWriter.inputMetadataReceiver(for:)`. One caller at a time. Groups become samples as those of
  /// `AVAssetWriterInputMetadataAdaptor` do (MA-03, MA-04, MA-06).
  public final class MetadataReceiver: Sendable {
    private let input: AVAssetWriterInput
    private let samples: Mutex<TimedMetadataSamples>

    init(_ input: AVAssetWriterInput) {
      self.input = input
      samples = Mutex(TimedMetadataSamples(for: input, "a metadata receiver"))
    }

    /// Suspends until the input is ready, then appends a group (WI-91). Throws as `SampleBufferReceiver.append(_:)`.
    public func append(_ timedMetadataGroup: AVTimedMetadataGroup) async throws {
      try requireOrder(timedMetadataGroup, "append(_:)")
      for sample in samples.withLock({ $0.samples(of: timedMetadataGroup) }) {
        try await input.receive(sample)
        samples.withLock { $0.didAppend(sample) }
      }
    }

    /// Appends a group if the input is ready (WI-92).
    ///
    /// - Returns: `false` when it is not.
    /// - Throws: the errors of `SampleBufferReceiver.appendImmediately(_:)`.
    public func appendImmediately(_ timedMetadataGroup: AVTimedMetadataGroup) throws -> Bool {
      try requireOrder(timedMetadataGroup, "appendImmediately(_:)")
      for sample in samples.withLock({ $0.samples(of: timedMetadataGroup) }) {
        guard try input.receiveImmediately(sample) else { return false }
        samples.withLock { $0.didAppend(sample) }
      }
      return true
    }

    /// Fails the writer for a group that begins before the one before it (MA-06).
    private func requireOrder(_ group: AVTimedMetadataGroup, _ call: String) throws {
      guard let refusal = samples.withLock({ $0.refusal(of: group) }) else { return }
      input.startedTrack(for: call)?.fail(refusal)
      throw AVError(refusal)
    }

    /// Says that no more groups come (WI-93). A second call has no effect.
    public func finish() { input.markAsFinished() }
  }
}
