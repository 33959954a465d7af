extension Movie {
  /// Adds the runs of a `moof` to the tracks.
  mutating func readFragment(_ box: Box) throws {
    // The data of a track without an offset follows the data of the track before.
    var dataEnd = box.offset
    try box.contents.forEachBox { child in
      fragmentCensus.note(child.type)
      if child.type == "traf" { try readTrackFragment(child, moofOffset: box.offset, dataEnd: &dataEnd) }
    }
  }

  private mutating func readTrackFragment(_ box: Box, moofOffset: Int64, dataEnd: inout Int64) throws {
    guard var reader = try box.contents.firstBox("tfhd")?.contents else {
      throw box.contents.damaged("it has no 'tfhd'")
    }
    let flags = TrackFragmentFlags(rawValue: try reader.versionAndFlags().flags)
    let id = try reader.u32()
    guard let index = tracks.firstIndex(where: { $0.header.trackID == id }) else { return }
    var base = flags.contains(.baseIsFragment) ? moofOffset : dataEnd
    if flags.contains(.baseOffset) { base = try reader.unsigned(wide: true) }
    var defaults = tracks[index].fragmentDefaults
    if flags.contains(.entry) { defaults.entry = try reader.u32() }
    if flags.contains(.duration) { defaults.duration = try reader.u32() }
    if flags.contains(.size) { defaults.size = try reader.u32() }
    if flags.contains(.flags) { defaults.flags = try reader.u32() }

    var time = tracks[index].endOfSamples
    if var start = try box.contents.firstBox("tfdt")?.contents {
      let wide = try start.versionAndFlags().version == 1
      time = try start.unsigned(wide: wide)
    }
    var follows = base
    try box.contents.forEachBox { child in
      fragmentCensus.note(child.type)
      guard child.type == "trun" else { return }
      let run = try FragmentRun(
        child, defaults: defaults, base: base, follows: follows, decodeTime: time, fileSize: fileSize)
      let (end, overflow) = run.offset.addingReportingOverflow(run.byteCount)
      let (next, late) = time.addingReportingOverflow(run.duration)
      guard !overflow, !late else { throw child.contents.damaged("its samples end beyond 64 bits") }
      if run.count > 0 {
        tracks[index].extendLastSample(to: run.decodeTime)
        tracks[index].endsInDamage = false
      }
      tracks[index].fragmentRuns.append(run)
      fragmentCensus.note(byteCount: run.byteCount)
      (follows, time) = (end, next)
    }
    dataEnd = follows
  }
}

extension Track {
  /// Extends the last sample so far to the decode time that a fragment states for the next one
  /// (ISO 14496-12 8.8.12.1): while a fragment is written, it is often not known how long its last sample lasts.
  ///
  /// Sound lasts for as long as it sounds, and what damage took away was no part of the sample.
  fileprivate mutating func extendLastSample(to time: Int64) {
    guard kind != .audio, !endsInDamage else { return }
    if let last = fragmentRuns.lastIndex(where: { $0.count > 0 }) {
      fragmentRuns[last].extendLastSample(to: time)
    } else {
      tables.extendLastSample(by: time - tableDuration)
    }
  }
}
