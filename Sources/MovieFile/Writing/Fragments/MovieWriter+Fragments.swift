import MediaSupport

extension MovieWriter {
  /// A Boolean value that says whether the finished file will still have its fragments. Its edits are then the front's:
  /// one for each track, from the session's start on.
  package var staysFragmented: Bool {
    guard let fragments, !fragments.options.becomesWhole, !fragments.hasUndescribedSamples else { return false }
    guard let front = fragments.front else { return true }
    return zip(front.tracks, tracks).allSatisfy { !$0.isDescribed || $0.entryCount == $1.entries.count }
  }

  /// A Boolean value that says whether the file has a fragment, so that it is playable up to the last complete one.
  package var hasFragments: Bool { fragments.map { $0.fragmentCount > 0 } ?? false }

  var fragments: FragmentedMedia? {
    if case .fragments(let media) = output { media } else { nil }
  }

  /// Ends the open fragment: when this returns, it is in the file, or was delivered as a segment. If no sample was
  /// appended since the last call, this does nothing.
  ///
  /// Before the first fragment the front is written: tracks that have no sample by then, and sample entries that are
  /// added later, are not in it. A file with such samples becomes whole when it is finished; segments cannot have them
  /// (`.unsupportedByContainer`).
  package func endFragment() throws {
    guard let fragments else { return }
    try closeAllChunks()
    guard !fragments.open.isEmpty else { return }
    let front = try fragments.front ?? begin(fragments)
    let runs = fragments.open.runs
    let described = runs.filter { front.describes($0) }
    if described.count < runs.count { try noteUndescribed(in: fragments) }
    let mediaStart = try fragments.endFragment(
      described, front: front, tracks: tracks, alignment: mediaAlignment)
    for run in runs {
      if let mediaStart {
        tracks[run.track].tables.appendChunk(
          at: mediaStart + Int64(run.offset), samples: run.samples.count, entry: run.entry)
      } else {
        tracks[run.track].tables.forgetSamples()
      }
    }
  }

  /// Returns whether the open fragment must end before a sample of some bytes. If the caller does not end it, `append`
  /// does.
  package func mustEndFragment(before byteCount: Int) -> Bool { fragments?.needsEnd(for: byteCount) ?? false }

  /// Sets the duration that the open fragment states for the track's last sample, if it is known only after the sample.
  /// In an index of the whole file a sample lasts until the next one by itself.
  package func setFragmentedDuration(_ duration: Int64, of track: Int) {
    fragments?.setLastDuration(duration, of: track, &tracks[track].chunk)
  }

  private func noteUndescribed(in fragments: FragmentedMedia) throws {
    if case .segments = fragments.destination {
      throw MediaError(
        .unsupportedByContainer, .writing,
        "segments cannot have a track or a format that came after the initialization segment")
    }
    fragments.hasUndescribedSamples = true
  }

  /// Writes the front: the brands and an index without samples.
  private func begin(_ fragments: FragmentedMedia) throws -> MovieExtends {
    var front = MovieExtends(tracks)
    front.duration = fragments.options.durationHint.flatMap {
      let ticks = ($0 * Double(movieTimeScale)).rounded()
      return ticks >= 0 && ticks < Double(Int64.max) ? Int64(ticks) : nil
    }
    let moov = frontBytes(front)
    switch fragments.destination {
    case .file(let file): try file.begin(fileType: fileTypeBytes, moov: moov)
    case .segments(let output): try output(MovieSegment(kind: .initialization, bytes: fileTypeBytes + moov))
    }
    fragments.front = front
    return front
  }

  private func frontBytes(_ front: MovieExtends) -> [UInt8] {
    MoovBuilder(
      format: format, movie: movie, timeScale: movieTimeScale, tracks: tracks, mediaStart: 0, hasWideOffsets: false,
      front: front
    ).boxes().bytes
  }

  /// Writes the last fragment and the parts that complete the file.
  func finish(_ fragments: FragmentedMedia) throws {
    try endFragment()
    guard case .file(let file) = fragments.destination else { return }
    var front = try fragments.front ?? begin(fragments)
    guard staysFragmented else {
      return try file.finishWhole(moov: try moovBoxes(mediaStart: 0, mediaSize: file.size))
    }
    front.isFinished = true
    front.duration = tracks.map { MoovBuilder.duration(of: $0, timeScale: movieTimeScale) }.max()
    try file.finish(moov: frontBytes(front), index: fragments.index.bytes())
  }

  /// Returns the sample with the times that it gets in the file.
  func placed(_ sample: Sample, of track: Int) throws -> Sample {
    guard let fragments, fragments.options.decodeTimes != .given else { return sample }
    var sample = sample
    let isMoved = fragments.options.decodeTimes == .fromFirstPresentation || sample.decodeTime < 0
    let shift = tracks[track].decodeShift ?? (isMoved ? sample.compositionOffset : 0)
    tracks[track].decodeShift = shift
    let (time, overflow) = sample.decodeTime.addingReportingOverflow(shift)
    let (offset, offsetOverflow) = sample.compositionOffset.subtractingReportingOverflow(shift)
    guard !overflow, !offsetOverflow else {
      throw MediaError(.unsupportedByContainer, .writing, "a composition offset beyond 64 bits")
    }
    (sample.decodeTime, sample.compositionOffset) = (time, offset)
    return sample
  }

  /// Records samples that join the open chunk, where the movie is written in fragments.
  func appendRow(_ sample: Sample, at time: Int64, count: Int, size: Int, to track: Int) throws {
    guard let fragments else { return }
    if tracks[track].chunk.rows.count == 0 { fragments.open.continueTrack(track, at: time) }
    var row = sample
    (row.decodeTime, row.count) = (time, count)
    // Without a duration it lasts as long as the one before, which may be in another fragment.
    if row.duration == 0 { row.duration = Int64(tracks[track].tables.lastDuration) }
    try tracks[track].chunk.rows.append(row, size: size)
  }

  /// Ends the writing after an error and leaves a file's complete fragments. No other call may follow.
  package func leave() throws {
    guard case .file(let file)? = fragments?.destination else { return cancel() }
    try file.leave()
  }
}
