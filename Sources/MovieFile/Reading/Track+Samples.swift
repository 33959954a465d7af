import MediaSupport

extension Track {
  /// The track's samples in decode order.
  package var samples: SampleSequence { SampleSequence(track: self) }

  /// The number of samples that the tables state, without counting them.
  package var sampleCount: Int { tables.sizes.count + fragmentRuns.reduce(0) { $0 + $1.count } }

  /// The decode duration of all samples, in the media's time scale, from the tables.
  package var sampleDuration: Int64 {
    fragmentRuns.reduce(tableDuration) { $0 &+ $1.duration }
  }

  /// The number of bytes in all samples.
  package var sampleBytes: Int64 {
    fragmentRuns.reduce(tables.sizes.total) { $0 &+ $1.byteCount }
  }

  /// The duration of the last sample that is not in a fragment; 0 where there is none.
  var lastTableSampleDuration: Int64 {
    let row = tables.decodeTimes.count - 1
    return row < 0 ? 0 : Int64(tables.decodeTimes.u32(row, column: 1))
  }

  /// The sum of `stts`, for as many samples as there are: the decode duration of the samples that are not in fragments.
  var tableDuration: Int64 {
    var total: Int64 = 0
    var rest = tables.sizes.count
    for row in 0..<tables.decodeTimes.count where rest > 0 {
      let count = min(rest, Int(tables.decodeTimes.u32(row)))
      rest -= count
      let each = Int64(tables.decodeTimes.u32(row, column: 1))
      let (duration, overflow) = Int64(count).multipliedReportingOverflow(by: each)
      total = overflow ? Self.longestDuration : min(total + min(duration, Self.longestDuration), Self.longestDuration)
    }
    return total
  }

  /// The largest duration, which leaves room for additions.
  private static let longestDuration = Int64.max / 4

  /// The decode time at which the last sample ends, including holes between fragments. It is the start of a next
  /// fragment that does not state its time.
  package var endOfSamples: Int64 { fragmentRuns.last.map { $0.decodeTime &+ $0.duration } ?? tableDuration }

  /// The duration of the media, including holes between fragments. A last picture or sound without a duration in the
  /// tables counts as long as it is assumed to last; a last text without one only ends the text before it.
  package var mediaDuration: Int64 {
    let stated = max(sampleDuration, endOfSamples &- (samples.first { _ in true }?.decodeTime ?? 0))
    guard kind == .video || kind == .audio else { return stated }
    return min(stated, Self.longestDuration) + unstatedDuration
  }

  /// The assumed duration of the sample that is decoded last if the tables state none, as some recorders leave it: the
  /// rest of the media header's duration, or otherwise the duration of the sample before (WI-66). It is 0 if the tables
  /// state a duration.
  package var unstatedDuration: Int64 {
    guard sampleCount > 0, statedDuration(fromEnd: 0) == 0 else { return 0 }
    let (rest, overflow) = (mediaHeader.duration ?? 0).subtractingReportingOverflow(endOfSamples)
    return overflow || rest <= 0 ? statedDuration(fromEnd: 1) ?? 0 : min(rest, Self.longestDuration)
  }

  /// Returns the duration that the tables state for a sample, which is counted from the last one in decode order; `nil`
  /// if there are not that many. It reads rows from the end of the tables only.
  private func statedDuration(fromEnd place: Int) -> Int64? {
    var place = place
    for run in fragmentRuns.reversed() {
      if place < run.count { return run.sampleDuration(run.count - 1 - place) }
      place -= run.count
    }
    for row in (0..<tables.decodeTimes.count).reversed() {
      let count = Int(tables.decodeTimes.u32(row))
      if place < count { return Int64(tables.decodeTimes.u32(row, column: 1)) }
      place -= count
    }
    return nil
  }

  /// The end of media that is shown without a stated end: the end of the last shown picture, which reordering can move
  /// beyond the end of decoding. It examines every sample.
  var shownEnd: Int64 {
    guard hasCompositionOffsets else {
      return samples.reduce(mediaDuration) { max($0, $1.presentationTime &+ $1.duration) }
    }
    var latest = LatestTimes()
    var last: TrackSample?
    var count = 0
    for sample in samples {
      latest.note(sample.presentationTime)
      if sample.presentationTime == latest.last { last = sample }
      count += 1
    }
    guard let last else { return mediaDuration }
    var duration = last.duration
    // Only the sample that is decoded last has a duration of its own. The duration of another one lasts until the next
    // is decoded, which can be after a pause: it is not shown for longer than the one before it.
    if last.index == count - 1 {
      if duration == 0 { duration = unstatedDuration }
    } else if let distance = latest.distance {
      duration = min(duration, distance)
    }
    return max(mediaDuration, last.presentationTime &+ duration)
  }
}
