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

  /// What a movie calls the track's handler (`hdlr`), which many programs use as the track's name; empty, the default, for
  /// the media type's own. Other files have no such name.
  public var handlerName: String {
    get { state.withLock { $0.configuration.handlerName } }
    set { configure { $0.handlerName = newValue } }
  }
}
