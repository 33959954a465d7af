internal import AVFoundation

extension Source {
  /// Why a container does not take tracks as they are, by their identifiers.
  func refusals(of container: Container) -> [Int32: String] {
    asset.tracks.reduce(into: [:]) { refusals, track in
      refusals[track.trackID] = track.refusal(ofCopyingTo: container.fileType)
    }
  }

  /// Refuses a plan that copies what its container cannot carry.
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
