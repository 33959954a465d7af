extension Planner {
  /// The wanted part of the source's timeline.
  func range() throws(JobError) -> (start: ExactTime?, end: ExactTime?) {
    let start = try job.time.start.map { (point) throws(JobError) in try resolve(point) }
    let end: ExactTime? =
      switch job.time.end {
      case nil: nil
      case .at(let point): try resolve(point)
      case .after(let point): try sum(start ?? .zero, resolve(point))
      }
    if let end, end <= start ?? .zero {
      throw JobError(.usage, "the wanted part ends at \(end.clock), which is not after its start")
    }
    if let start, let duration = source.duration, start >= duration {
      throw JobError(.usage, "the wanted part starts at \(start.clock), where the input has ended (\(duration.clock))")
    }
    return (start, end)
  }

  private func resolve(_ point: TimePoint) throws(JobError) -> ExactTime {
    let video = source.tracks.lazy.compactMap(\.video).first
    if let time = point.time(frameDuration: video?.frameDuration) { return time }
    throw JobError(
      .usage, "a timecode needs a video track with a frame rate that has it", hint: "seconds work with any input")
  }

  private func sum(_ left: ExactTime, _ right: ExactTime) throws(JobError) -> ExactTime {
    guard let sum = left.adding(right) else { throw JobError(.usage, "the wanted part is too long to count") }
    return sum
  }
}
