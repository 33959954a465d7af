import CoreMedia
public import Foundation
import MediaEngine
import Synchronization

/// Appends timed metadata groups to an input as samples of boxed metadata (MA-01 to MA-05).
///
/// A sample lasts until the next one. Where a group ends before the next begins, an empty sample is put between them.
@available(macOS, deprecated: 26, message: "Use AVAssetWriter.inputMetadataReceiver(for:)")
public final class AVAssetWriterInputMetadataAdaptor: NSObject, @unchecked Sendable {
  // Sendable: constants, and what groups become behind its lock.

  /// The input that groups go to.
  public let assetWriterInput: AVAssetWriterInput
  private let samples: Mutex<TimedMetadataSamples>

  /// An adaptor for a metadata input. The input has no adaptor, its hint is of boxed metadata, and its writer has not
  /// started; otherwise the process stops (MA-01, MA-02).
  public init(assetWriterInput input: AVAssetWriterInput) {
    samples = Mutex(TimedMetadataSamples(for: input, "a metadata adaptor"))
    let isFirst = input.state.withLock { state in
      defer { state.hasMetadataAdaptor = true }
      return !state.hasMetadataAdaptor
    }
    if !isFirst { raise(.invalidArgument, "the input has a metadata adaptor already") }
    assetWriterInput = input
  }

  /// Appends a group's items for its time range; the items' own times are not looked at (MA-03).
  ///
  /// The group may be without items: nothing holds then. A duration that is not numeric means until the next group.
  /// Stops the process when the range's start is not numeric, when an item is not one of the hint's (identifier, data
  /// type and language, MA-04) or its value cannot be stored by its data type, and when the input is not ready, not
  /// added or not started (MA-05).
  ///
  /// - Returns: `false` when the writer failed, was cancelled or has no open session. The writer fails for a group that
  ///   begins before the one before it (MA-06).
  @discardableResult
  public func append(_ timedMetadataGroup: AVTimedMetadataGroup) -> Bool {
    guard let track = assetWriterInput.startedTrack(for: "append(_:)") else { return false }
    if let refusal = samples.withLock({ $0.refusal(of: timedMetadataGroup) }) {
      track.fail(refusal)
      return false
    }
    let samples = samples.withLock { $0.samples(of: timedMetadataGroup) }
    guard assetWriterInput.didAppend(track.append(samples), "append(_:)") else { return false }
    self.samples.withLock { state in for sample in samples { state.didAppend(sample) } }
    return true
  }
}
