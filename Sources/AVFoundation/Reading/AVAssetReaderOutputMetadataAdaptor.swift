public import Foundation
import Synchronization

/// Reads the timed metadata groups of a track output's samples (AR-60).
@available(macOS, deprecated: 26, message: "Use AVAssetReader.outputMetadataProvider(for:)")
public final class AVAssetReaderOutputMetadataAdaptor: NSObject, @unchecked Sendable {
  // Sendable: a constant; reading is the output's, one thread at a time.

  /// The output whose samples are read.
  public let assetReaderTrackOutput: AVAssetReaderTrackOutput

  /// An adaptor for an output of a metadata track. The output has no settings and no adaptor, and is not being read;
  /// otherwise the process stops.
  public init(assetReaderTrackOutput trackOutput: AVAssetReaderTrackOutput) {
    if trackOutput.mediaType != .metadata { raise(.invalidArgument, "a metadata adaptor needs a metadata track") }
    if trackOutput.outputSettings != nil { raise(.invalidArgument, "a metadata adaptor needs nil output settings") }
    if !trackOutput.adapt(to: "a metadata adaptor") {
      raise(.invalidArgument, "the output has an adaptor already, or is being read")
    }
    assetReaderTrackOutput = trackOutput
  }

  /// Returns the next group. It is `nil` at the end of the track, and when reading failed or was cancelled: the
  /// reader's status tells. A group without items says that nothing holds.
  ///
  /// Stops the process when the output is not added to a reader that has started.
  @discardableResult
  public func nextTimedMetadataGroup() -> AVTimedMetadataGroup? {
    while let sample = assetReaderTrackOutput.nextSample(for: "nextTimedMetadataGroup()") {
      if let group = AVTimedMetadataGroup(sampleBuffer: sample) { return group }
    }
    return nil
  }
}
