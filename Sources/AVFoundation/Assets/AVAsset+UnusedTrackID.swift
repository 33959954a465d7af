public import CoreMedia
import MediaEngine

/// Identifiers for new tracks.
extension AVAsset {
  /// Returns an identifier that no track has, and that is no lower than any that the movie's header keeps free.
  public func unusedTrackID() -> CMPersistentTrackID {
    let used = Set(tracks.map(\.trackID))
    let next = header(for: .tracks)?.nextTrackID ?? 1
    let candidates = [next, (used.max() ?? 0).addingReportingOverflow(1).partialValue].filter { $0 > 0 }
    // Movies whose numbers are used up to the last have a hole somewhere below.
    return candidates.first { !used.contains($0) } ?? (1...).first { !used.contains($0) } ?? 1
  }

  /// The asynchronous form of `unusedTrackID()`.
  ///
  /// - Throws: `AVError` when the file cannot be opened or read.
  public func findUnusedTrackID() async throws -> CMPersistentTrackID {
    try await loading.load(.tracks)
    return unusedTrackID()
  }

  /// The same with a completion handler, which is called once, on an unspecified queue, with
  /// `kCMPersistentTrackID_Invalid` beside an error.
  @preconcurrency
  public func findUnusedTrackID(
    completionHandler: @escaping @Sendable (CMPersistentTrackID, (any Error)?) -> Void
  ) {
    whenLoaded(.tracks) {
      completionHandler($0 ?? kCMPersistentTrackID_Invalid, $1)
    } _: {
      $0.unusedTrackID()
    }
  }
}
