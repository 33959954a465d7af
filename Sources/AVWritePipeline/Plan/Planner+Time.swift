extension Planner {
  /// Sets the part of the source that is transcoded. Times count from the earliest presented sample of the kept tracks.
  func setRange(of plan: inout Plan) throws(JobError) {
    plan.origin = plan.tracks.map(\.source).earliestStart
    let first = try job.time.start.map { (point) throws(JobError) in try sum(plan.origin, resolve(point)) }
    let start = first ?? plan.origin
    switch job.time.end {
    case nil: break
    case .at(let point): plan.end = try sum(plan.origin, resolve(point))
    case .after(let point): plan.end = try sum(start, resolve(point))
    }
    if let end = plan.end, end <= start {
      throw JobError(.usage, "the wanted part ends at \(end.clock), which is not after its start")
    }
    if first != nil, let duration = source.duration, start >= duration {
      throw JobError(.usage, "the wanted part starts at \(start.clock), where the input has ended (\(duration.clock))")
    }
    plan.start = first
    plan.origin = start
  }

  private func resolve(_ point: TimePoint) throws(JobError) -> ExactTime {
    let video = source.tracks.lazy.compactMap(\.video).first
    if let time = point.time(frameDuration: video?.countedFrameDuration) { return time }
    throw JobError(
      .usage, "a timecode needs a video track with a frame rate that has it", hint: "seconds work with any input")
  }

  private func sum(_ left: ExactTime, _ right: ExactTime) throws(JobError) -> ExactTime {
    guard let sum = left.adding(right) else { throw JobError(.usage, "the wanted part is too long to count") }
    return sum
  }
}
