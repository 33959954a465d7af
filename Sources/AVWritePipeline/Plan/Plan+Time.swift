internal import AVFoundation

extension Plan {
  /// Returns the duration of the part of a source that is transcoded, in seconds, or nil if it is not known.
  func seconds(of source: SourceFacts) -> Double? { part.seconds(of: source) }
}

extension TrackPlan {
  /// Returns the duration of the track's part that is transcoded, in seconds, or nil if it is not known.
  func seconds(of plan: Plan) -> Double? {
    guard let end = source.duration.flatMap({ source.start.adding($0) }) else { return nil }
    return max(0, min(end, plan.part.end ?? end).seconds - plan.part.origin.seconds)
  }

  /// Returns the time before which no encoded picture of the track begins: a picture that began before the wanted part
  /// begins with the part. It is nil if pictures keep their times.
  ///
  /// An edit list could hide the time before the part, but libavformat would then leave out all of that picture and
  /// show the next one early.
  func earliestTime(in plan: Plan) -> CMTime? {
    guard case .encodeVideo = action, !(plan.container.isMovie && plan.part.start == nil) else { return nil }
    return CMTime(plan.part.origin)
  }
}
