internal import AVFoundation

/// The planning of cuts: the pictures at both ends are looked at.
extension Source {
  /// Decides for each copied track of pictures which of them are encoded.
  ///
  /// - Parameter snaps: true if the ends of the part were moved so that nothing has to be encoded.
  /// - Throws: `JobError` of exit 69 for pictures that no encoder of this build can take the place of.
  func planCuts(of plan: inout Plan, snaps: Bool) throws(JobError) {
    for index in plan.tracks.indices where plan.tracks[index].kind == .video && plan.tracks[index].action == .copy {
      let track = plan.tracks[index]
      var cut = try ends(of: track, plan.part)?.plan(opensGroups: snaps) ?? CutPlan()
      if !cut.copiesAll { _ = try cutEncoding(of: track, in: plan.container) }
      cut.timeScale = track.source.timeScale(cutTo: plan.part)
      plan.tracks[index].cut = cut
      if let reason = cut.reason { plan.tracks[index].reason = reason }
    }
  }

  /// Returns the encoding of pictures at the ends of a cut.
  ///
  /// - Throws: `JobError` of exit 69 for pictures that no encoder of this build can take the place of.
  func cutEncoding(of track: TrackPlan, in container: Container) throws(JobError) -> MatchingPictures {
    let format = try assetTrack(track.source).format
    do throws(EncodingRefusal) {
      try format?.requireOneSequence()
      return try MatchingPictures(track.source, in: container)
    } catch {
      var refusal = JobError(
        .encoderMissing, "\(input.name): \(track.source.title) cannot be cut to the picture: \(error.reason)",
        hint: "--snap moves the ends to the nearest places where nothing has to be encoded; transcode with --start and "
          + "--end encodes all pictures")
      refusal.track = track.source.id
      throw refusal
    }
  }

  /// Returns the times nearest to a part's between which no picture has to be encoded.
  func snapped(_ plan: Plan) throws(JobError) -> (from: ExactTime, to: ExactTime?) {
    guard let track = plan.tracks.first(where: { $0.kind == .video && $0.action == .copy }) else {
      return (plan.part.origin, plan.part.end)
    }
    return try ends(of: track, plan.part)?.snapped ?? (plan.part.origin, plan.part.end)
  }

  /// - Returns: nil where the part ends before the track begins.
  private func ends(of track: TrackPlan, _ part: SourcePart) throws(JobError) -> CutEnds? {
    if let end = part.end, end <= track.source.start { return nil }
    let start = CMTime(max(part.origin, track.source.start))
    var ends = CutEnds(from: ExactTime(start) ?? part.origin, to: part.end)
    try look(at: track, from: start) { picture in
      ends.head.append(picture)
      return ends.needsMoreHead
    }
    // The first picture of a file follows no others.
    if part.origin <= track.source.start, let first = ends.head.first, first.isAccessPoint {
      ends.head[0].startsAnew = true
    }
    if let end = part.end, let trackEnd = track.source.end, end < trackEnd {
      try look(at: track, from: CMTime(end)) { picture in
        ends.tail.append(picture)
        return ends.needsMoreTail
      }
    } else {
      ends.to = nil
    }
    return ends
  }

  /// Looks at the pictures of a track, from the random-access point before a time on.
  ///
  /// - Parameter body: a closure that takes a picture, and returns whether it wants more.
  private func look(
    at track: TrackPlan, from start: CMTime, _ body: (CutPlan.Picture) -> Bool
  ) throws(JobError) {
    let range = CMTimeRange(start: start, duration: .positiveInfinity)
    var wantsMore = true
    try readSamples(of: track.source, in: range, while: { wantsMore }) { sample in
      if let picture = CutPlan.Picture(sample) { wantsMore = body(picture) }
    }
  }
}

extension CMFormatDescription {
  /// Checks that encoded pictures can be in the same sequence as those of the description.
  ///
  /// - Throws: `EncodingRefusal` where decoders would show one of both otherwise.
  fileprivate func requireOneSequence() throws(EncodingRefusal) {
    guard let sequence = pictureSequence else { return }
    if sequence.isLossless {
      throw EncodingRefusal("decoders show other pictures where coding without loss begins behind other coding")
    }
    let (width, height) = (Int(dimensions.width), Int(dimensions.height))
    if (sequence.width, sequence.height) != (width, height) {
      throw EncodingRefusal(
        "its stream has pictures of \(sequence.width)x\(sequence.height), and the file says \(width)x\(height)")
    }
  }
}

/// The pictures around the ends of a cut, as far as they were looked at.
private struct CutEnds {
  let from: ExactTime
  var to: ExactTime?
  var head: [CutPlan.Picture] = []
  var tail: [CutPlan.Picture] = []

  init(from: ExactTime, to: ExactTime?) { (self.from, self.to) = (from, to) }

  func plan(opensGroups: Bool) -> CutPlan {
    CutPlan(head: head, tail: tail, from: from, to: to, opensGroups: opensGroups)
  }
  var snapped: (from: ExactTime, to: ExactTime?) { CutPlan.snapped(head: head, tail: tail, from: from, to: to) }

  /// A Boolean value that says whether the head has to be extended. It reaches to the random-access point at which a
  /// copy can begin, or, in a cut within one group, to the next group. It also needs the pictures behind that point
  /// that are shown before it.
  var needsMoreHead: Bool {
    guard let last = head.last else { return true }
    let next = head.first { picture in
      picture.isAccessPoint && (picture.startsAnew && picture.start > from || to.map { picture.start >= $0 } ?? false)
    }
    return next.map { last.start <= $0.start } ?? true
  }

  var needsMoreTail: Bool {
    guard let last = tail.last, let to else { return true }
    let next = tail.first { $0.isAccessPoint && $0.start >= to }
    return next.map { last.start <= $0.start } ?? true
  }
}

extension CutPlan.Picture {
  /// - Returns: nil for a buffer that is no picture, and for one without a time.
  fileprivate init?(_ sample: CMSampleBuffer) {
    guard sample.numSamples == 1, let start = ExactTime(sample.presentationTimeStamp) else { return nil }
    let duration = sample.duration.isNumeric ? sample.duration : .zero
    self.init(start: start, end: ExactTime(sample.presentationTimeStamp + duration) ?? start)
    isAccessPoint = !sample.flags(at: 0).contains(.notSync)
    startsAnew = isAccessPoint && sample.formatDescription?.startsAnew(sample) != false
  }
}

extension TrackFacts {
  /// The end of the track, or nil if its duration is not known.
  var end: ExactTime? { duration.flatMap { start.adding($0) } }
}

extension CutPlan {
  /// The reason for the plan in a few words, or nil if everything is copied.
  fileprivate var reason: String? {
    if copiesAll { return nil }
    let pictures = "\(encodedCount) picture\(encodedCount == 1 ? "" : "s")"
    let encoded = "\(pictures) \(encodedCount == 1 ? "is" : "are") encoded"
    guard let copiedStart else { return "no group of pictures can be copied, and \(encoded)" }
    let places = [
      headEnd == nil ? nil : "before \(copiedStart.clock)", tailStart.map { "from \($0.clock) on" },
    ]
    return "\(encoded): " + places.compactMap(\.self).joined(separator: " and ")
  }
}
