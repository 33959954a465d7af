import MediaEngine
import Synchronization

extension AVAssetWriterInput {
  /// How many samples the client expects to append; 0, the default, says nothing.
  ///
  /// With `AVAssetWriter.shouldOptimizeForNetworkUse` the room for the movie's tables is reserved from it, so
  /// that the media need not be moved at the end. A wrong number costs time or a few bytes, nothing else.
  public var expectedSampleCount: Int {
    get { state.withLock { $0.configuration.plannedSampleCount } }
    set { configure { $0.plannedSampleCount = max(0, newValue) } }
  }
}
