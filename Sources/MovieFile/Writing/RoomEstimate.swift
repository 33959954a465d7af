/// The estimate of the size of `moov`, made when the first media has been written. The functions only calculate.
enum RoomEstimate {
  /// The facts about a track that the estimate uses.
  struct Track: Equatable {
    var tableSize: Int64
    var samples: Int64
    var plannedSamples: Int64?
  }

  /// The share, as a divisor, by which tables may exceed the size that their start predicts.
  static let tableMargin: Int64 = 10
  /// The size in bytes of a sample's entries in all tables if no two samples are alike: `stts`, `ctts`, `stsz`, `stss`,
  /// `sdtp`.
  static let largestSampleEntries: Int64 = 25
  /// The share of the media that may be spent on such tables, as a divisor: half of the space that may stay unused.
  static let spareDivisor = Double(2 * MediaPlacement.fillerDivisor)
  /// The space for additions to the descriptions until the end: `btrt`, `iTunSMPB`, edits, `cslg`.
  static let fixedMargin: Int64 = 1024

  /// - Parameters:
  ///   - now: the size of `moov` with the samples so far.
  ///   - mediaSize: the number of bytes of media so far.
  /// - Returns: The size of the space in bytes. It is 0 if no track has a plan; the media is then moved at the end.
  static func moovSize(now: Int64, mediaSize: Int64, tracks: [Track]) -> Int64 {
    guard tracks.contains(where: { $0.plannedSamples != nil }) else { return 0 }
    // A track without a plan is expected to grow like the others.
    var growth = 1.0
    for track in tracks {
      guard let planned = track.plannedSamples, track.samples > 0 else { continue }
      growth = max(growth, Double(planned) / Double(track.samples))
    }
    var size = now + fixedMargin
    for track in tracks {
      let trackGrowth =
        track.plannedSamples.map { track.samples > 0 ? max(1, Double($0) / Double(track.samples)) : 1 } ?? growth
      let grown = Double(track.tableSize) * trackGrowth
      guard grown < Double(UInt32.max) else { return 0 }
      size += Int64(grown) - track.tableSize + Int64(grown) / tableMargin
    }
    let total = Double(mediaSize) * growth
    // If a track's times are even at the start, they may still become uneven later. With much media, space for the
    // worst case costs little in comparison.
    let worst = tracks.reduce(0.0) { $0 + Double($1.plannedSamples ?? 0) * Double(largestSampleEntries) }
    size += Int64(min(worst, total / spareDivisor))
    // 64-bit chunk offsets at most double the size of a chunk's entries.
    if total > Double(UInt32.max) { size += size / tableMargin }
    return size
  }
}

extension RoomEstimate.Track {
  init(_ track: WrittenTrack) {
    var writer = ByteWriter()
    track.tables.write(to: &writer, mediaStart: 0, hasWideOffsets: false)
    tableSize = Int64(writer.count)
    samples = Int64(track.tables.count)
    plannedSamples = track.description.plannedSampleCount.map { Int64($0) }
    if plannedSamples == nil, let planned = track.description.plannedDuration, track.tables.duration > 0 {
      let grown = Double(planned) / Double(track.tables.duration) * Double(samples)
      plannedSamples = grown < Double(UInt32.max) ? Int64(grown.rounded(.up)) : nil
    }
  }
}
