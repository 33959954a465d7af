public import CoreMedia
import MediaSupport

extension AVAssetReaderOutput {
  /// A type of values that a provider can vend.
  public protocol SupportedPayload: Sendable {}

  /// Vends the samples that one output of a reader reads, and lets the client wait for them.
  ///
  /// A provider is made by `AVAssetReader.outputProvider(for:)` and its like. It keeps the reader alive.
  public final class Provider<Payload: SupportedPayload>: Sendable {
    private let reads: AwaitedReads<Payload>

    init(of reader: AVAssetReader, next: @escaping @Sendable () -> Payload?) {
      reads = AwaitedReads {
        if let payload = next() { return payload }
        switch reader.status {
        case .failed: throw reader.error ?? AVError(.unknown)
        case .cancelled: throw AVError(MediaError(.cancelled, .demuxing, "reading was cancelled"))
        default: return nil
        }
      }
    }

    /// Suspends until the next payload is read and decoded; one is read at a time, and none before it is asked for.
    ///
    /// - Returns: `nil` at the end of the part that is read.
    /// - Throws: the reader's error when it failed, `AVError.operationCancelled` when it was cancelled, and
    ///   `CancellationError` when the task is cancelled while it waits: the payload that was being read is then vended
    ///   next.
    ///
    /// Stops the process before `start()`.
    public func next() async throws -> Payload? { try await reads.next() }
  }

  /// Tells which time ranges of an output are read.
  ///
  /// Made by `AVAssetReader.outputProviderWithRandomAccess(for:)` and its like.
  public final class RandomAccessController: Sendable {
    private let output: AVAssetReaderOutput

    init(_ output: AVAssetReaderOutput) { self.output = output }

    /// Reads other time ranges, once the provider has given `nil`. Stops the process where
    /// `AVAssetReaderOutput.reset(forReadingTimeRanges:)` does.
    public func resetForReading(timeRanges: [CMTimeRange]) {
      output.reset(to: timeRanges, for: "resetForReading(timeRanges:)")
    }

    /// Declares that no other time ranges will be requested: see `AVAssetReaderOutput.markConfigurationAsFinal()`.
    public func markConfigurationAsFinal() { output.markConfigurationAsFinal() }
  }
}

extension CMReadySampleBuffer: AVAssetReaderOutput.SupportedPayload {}
extension AVTimedMetadataGroup: AVAssetReaderOutput.SupportedPayload {}
extension AVCaptionGroup: AVAssetReaderOutput.SupportedPayload {}
