public import CoreMedia
import MediaEngine
import Synchronization

extension AVAssetReaderOutput {
  /// What of the part that was read is missing because it is damaged, on the asset's timeline, in order; complete once
  /// the output was read to its end. The last has no end where the asset is cut and does not say how long it was. Empty unless the reader's `continuesAfterDamage` is set. Any thread.
  ///
  /// Exact to the picture and to the packet of sound. A decoded picture is vended only where it is as it was encoded: one
  /// that a decoder patches up is lost, and so are those that may be predicted from it, up to the next random-access
  /// point. Samples as stored are lost where they cannot be read, or their framing is broken; what they hold is not
  /// looked at.
  public var lostTimeRanges: [CMTimeRange] { sampleReader?.lostTimeRanges ?? [] }

  /// Whether interlaced pictures are made whole before they are vended: one for each, at its own time, of both its fields
  /// and their neighbours'. `false` by default, where they are vended as they are, and tagged. Before reading starts.
  ///
  /// Pictures that are not marked as interlaced are vended as they are. Reading fails with `.decoderNotFound` where
  /// libavfilter is not installed.
  public var deinterlaces: Bool {
    get { state.withLock { $0.deinterlaces } }
    set {
      requireNotStarted("deinterlaces")
      state.withLock { $0.deinterlaces = newValue }
    }
  }
}
