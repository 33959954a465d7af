import MediaEngine

/// A track of a movie file that may still grow: its time range, its segments and what follows from its samples are those
/// of the file when the asset's minder looked at it last (FA-04).
public final class AVFragmentedAssetTrack: AVAssetTrack, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  override var information: SourceTrack {
    (try? content.load())?.tracks.first { $0.trackID == trackID } ?? super.information
  }
}
