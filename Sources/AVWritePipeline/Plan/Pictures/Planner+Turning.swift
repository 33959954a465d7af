internal import MediaSupport

/// A copied track whose pictures are rotated or flipped by its matrix, without encoding.
public struct TurnedCopy: Sendable, Hashable {
  /// The rotation and the flip.
  public var edits: PictureEdits
  /// The matrix of the output track: a, b, c, d, tx, ty.
  public var transform: [Double]
}

extension Planner {
  /// Turns the pictures of copied tracks as the options say, by changing their matrix.
  ///
  /// - Throws: `JobError` of exit 64 where the container cannot say so.
  func turnCopies(of plan: inout Plan) throws(JobError) {
    let edits = rendition.video.edits.ofMatrix
    guard !edits.isEmpty else { return }
    for index in plan.tracks.indices where plan.tracks[index].action == .copy {
      let track = plan.tracks[index].source
      guard track.kind == .video, let video = track.video, !source.chapterTracks.contains(track.id) else { continue }
      let geometry = Geometry(video)
      guard container.isMovie || container.carriesTurns && geometry.turn != nil else {
        let turned = container.carriesTurns ? "turned otherwise than by quarters" : "turned"
        let others = container.carriesTurns ? "mov or mp4" : "mov, mp4 or mkv"
        throw JobError(
          .usage, "\(rendition.name): \(container.rawValue) cannot say that copied pictures are \(turned)",
          hint: "encode the pictures, without the copy option, or write \(others)")
      }
      plan.tracks[index].turnedCopy = TurnedCopy(
        edits: edits, transform: geometry.shown(turnedBy: edits.turn).transform)
    }
  }
}

extension TrackPlan {
  /// The changes to a copied track's matrix.
  var matrixChanges: [PlannedChange] {
    guard let turnedCopy, let video = source.video else { return [] }
    let reason = turnedCopy.edits.reason
    var turned = video
    turned.transform = turnedCopy.transform
    return [video.turnFact, turned.turnFact].map(\.name).flatMap { name -> [PlannedChange] in
      let fact = "\(source.factName).video.\(name)"
      guard name == turned.turnFact.name, let value = turned.turnFact.value else { return [.dropping(fact, reason)] }
      return [.converting(fact, to: value, reason)]
    }
  }
}
