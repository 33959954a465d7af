internal import AVFoundation

/// The times at which thumbnails are taken, and the times that each of them stands for.
struct ThumbnailTimes {
  /// The times of the pictures, on the source's timeline, in ascending order.
  let times: [CMTime]
  /// The time that a picture may be away from its own.
  let tolerance: CMTime
  /// The starts of the time ranges that the pictures represent, followed by the end of the last range.
  let bounds: [CMTime]
  /// A Boolean value that says whether a time without a picture is accepted: the times are spread over the duration of
  /// the media, which may be longer than that of the pictures.
  let mayBeMissing: Bool

  /// - Throws: `JobError` of exit 64 for times that are not there, and of 69 for a number of pictures of media whose
  ///   length is not known.
  init(_ description: ThumbnailDescription, of source: Source) throws(JobError) {
    let facts = source.facts
    guard let track = facts.tracks.presented(.video) else {
      throw JobError(.noTracks, "\(source.input.name): has no pictures", hint: "avwrite inspect shows its tracks")
    }
    let start = CMTime(facts.tracks.earliestStart)
    let end = facts.duration.map { CMTime($0) }
    switch description.times {
    case .at(let points):
      var times: [CMTime] = []
      for point in points {
        // It is a time within the media, or an error.
        let part = try SourcePart(TimeSelection(start: point), of: facts, from: facts.tracks.earliestStart)
        times.append(CMTime(part.start ?? .zero))
      }
      times.sort()
      (self.times, tolerance, mayBeMissing) = (times, .zero, false)
      bounds = times + [end ?? times.last ?? start]
    case .every(let point):
      let interval = point.time(frameDuration: track.video?.countedFrameDuration).map { CMTime($0) }
      guard let interval, interval > .zero else { throw JobError(.usage, "--every is a time longer than none") }
      guard let end else { throw Self.unknownLength(source) }
      let count = ((end - start).seconds / interval.seconds).rounded(.up)
      guard count <= Double(ThumbnailDescription.mostPictures) else {
        throw JobError(
          .usage, "--every makes \(count) pictures; at most \(ThumbnailDescription.mostPictures) are made")
      }
      times = (0..<max(1, Int(count))).map { start + CMTimeMultiply(interval, multiplier: Int32($0)) }
      tolerance = description.isExact ? .zero : CMTimeMultiplyByRatio(interval, multiplier: 1, divisor: 2)
      (bounds, mayBeMissing) = (times + [end], true)
    case .count(let count):
      guard let end else { throw Self.unknownLength(source) }
      // Pictures may begin later than sound, and end earlier.
      let first = CMTime(track.start)
      let last = CMTimeMinimum(end, track.end.map { CMTime($0) } ?? end)
      let length = CMTimeMaximum(last - first, .zero)
      func place(_ halves: Int) -> CMTime {
        // Ticks of a microsecond: a part of the media need not begin with a picture.
        CMTimeAdd(
          first,
          CMTime(
            seconds: length.seconds * Double(halves) / Double(2 * count), preferredTimescale: 1_000_000))
      }
      times = (0..<count).map { place(2 * $0 + 1) }
      bounds = [start] + (0..<count).dropFirst().map { place(2 * $0) } + [end]
      tolerance =
        description.isExact
        ? .zero : CMTime(seconds: length.seconds / Double(2 * count), preferredTimescale: 1_000_000)
      // They may also end earlier than the file lets be estimated.
      mayBeMissing = !facts.hasExactDurations
    }
  }

  private static func unknownLength(_ source: Source) -> JobError {
    JobError(
      .settingsUnsupported, "\(source.input.name): does not say how long it is", hint: "--at takes pictures at times")
  }
}
