internal import AVFoundation

extension Source {
  /// Returns the reasons why a container does not take tracks as they are, by the tracks' identifiers.
  func refusals(of container: Container) -> [Int32: String] {
    var refusals: [Int32: String] = [:]
    for track in asset.tracks {
      refusals[track.trackID] =
        track.refusal(ofCopyingTo: container.fileType) ?? seams.refusal(ofCopying: track.trackID, to: container)
    }
    for file in added {
      for track in file.source.asset.tracks {
        guard let id = file.id(of: track.trackID) else { continue }
        refusals[id] = track.refusal(ofCopyingTo: container.fileType)
      }
    }
    return refusals
  }

  /// Checks that a plan copies only tracks that its container can carry.
  ///
  /// - Throws: `JobError` of exit 69.
  func requireCopies(of plan: Plan) throws(JobError) {
    let refusals = refusals(of: plan.container)
    for track in plan.tracks where track.action == .copy {
      guard let refusal = refusals[track.source.id] else { continue }
      throw JobError(.containerUnsupported, "\(input.name): \(track.source.title) cannot be copied: \(refusal)")
    }
  }
}
