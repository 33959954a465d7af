extension Planner {
  /// Sets the fades of the tracks that are encoded. All of them begin and end with the output.
  ///
  /// - Throws: `JobError` of exit 69 where nobody knows when the output ends.
  func setFades(of plan: inout Plan) throws(JobError) {
    if rendition.fades.isNone { return }
    var fades = Fades(start: plan.part.origin, choice: rendition.fades)
    if rendition.fades.fadeOut != nil {
      guard let end = plan.shownEnd else {
        throw JobError(
          .settingsUnsupported, "\(job.input): --fade-out needs a source of known duration",
          hint: "--end says where the output ends")
      }
      fades.end = end
    }
    for index in plan.tracks.indices {
      switch plan.tracks[index].action {
      case .encodeVideo(var encoding):
        encoding.fades = fades
        plan.tracks[index].action = .encodeVideo(encoding)
      case .encodeAudio(var encoding):
        encoding.fades = fades
        plan.tracks[index].action = .encodeAudio(encoding)
      case .copy, .convertText: break
      }
    }
  }
}

extension Plan {
  /// The time of the source at which the last of the pictures and sounds ends, or nil if it is not known.
  fileprivate var shownEnd: ExactTime? {
    let ends = tracks.filter { [.video, .audio].contains($0.source.kind) }.map(\.source.end)
    let known = ends.compactMap(\.self)
    let last = known.count == ends.count ? known.max() : nil
    return [last, part.end].compactMap(\.self).min()
  }
}
