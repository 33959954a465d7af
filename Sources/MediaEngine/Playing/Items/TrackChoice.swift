package import CoreMedia

/// The choice of one track of a kind, of which one at most is played.
package enum TrackChoice: Sendable, Equatable {
  /// The track that a file presents by default.
  case automatic
  case none
  case track(CMPersistentTrackID)
}
