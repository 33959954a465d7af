import MediaSupport

/// The sample tables of one track, which grow while it is written.
///
/// Memory: samples of one size and one duration without reordering cost nothing each. Otherwise all columns are packed
/// (`PackedNumbers`). A sample costs 1 to 3 bytes for its size, about 2 if its composition offset or its duration
/// differs from the neighbour's, and 1 for its dependencies. A chunk costs 3 bytes.
struct SampleTableBuilder: Sendable {
  private(set) var count: UInt32 = 0
  /// The decode time of the first sample on the caller's time line, which is media time 0 of the file.
  private(set) var firstDecodeTime: Int64 = 0
  private(set) var byteCount: Int64 = 0

  /// The differences of decode times; the last sample's is `lastDuration` and not yet among them.
  private(set) var deltas = RunLengths<UInt32>()
  private(set) var lastDecodeTime: Int64 = 0
  private(set) var lastDuration: UInt32 = 0

  private(set) var offsets = RunLengths<Int32>()
  private(set) var leastOffset: Int32 = 0
  private(set) var greatestOffset: Int32 = 0
  /// The first presentation time on the caller's time line.
  private(set) var presentationStart: Int64 = 0
  /// The latest presentation times on the same time line, and the duration of the sample that is presented last; 0 if
  /// none is stated.
  private var latest = LatestTimes()
  private var lastPresentedDuration: UInt32 = 0

  /// The size of every sample as long as all are equal; otherwise the sizes are in `sizes`.
  private(set) var uniformSize: UInt32 = 0
  private(set) var sizes = PackedNumbers<UInt32>()

  /// The numbers of the sync samples, from 1; `nil` as long as all samples are sync samples.
  private(set) var syncSamples: PackedNumbers<UInt32>?
  /// One `sdtp` byte for each sample; `nil` as long as nothing is known.
  private(set) var dependencies: PackedNumbers<UInt8>?

  /// The offsets of chunks from the start of the media data.
  private(set) var chunkOffsets = PackedNumbers<Int64>()
  private(set) var chunkRuns = ChunkRuns()
  /// The end of the last chunk, if it lies in another file, and the greatest offset of such a chunk there.
  private var referenceEnd: Int64?
  private(set) var greatestReference: Int64 = 0

  /// Adds `count` samples of equal size and duration, each at the end of the one before.
  ///
  /// Throws `.invalidOperation` where decode times go backwards and `.unsupportedByContainer` for values that the
  /// tables' 32-bit fields cannot hold; then nothing is changed.
  mutating func append(_ sample: MovieWriter.Sample, size: Int) throws {
    let (total, tooMany) = count.addingReportingOverflow(UInt32(clamping: sample.count))
    guard !tooMany, sample.count < Int(UInt32.max) else {
      throw Self.unsupported("a track holds at most \(UInt32.max) samples")
    }
    guard let size = UInt32(exactly: size) else { throw Self.unsupported("a sample of \(size) bytes") }
    guard let duration = UInt32(exactly: sample.duration) else {
      throw Self.unsupported("a sample duration of \(sample.duration) ticks")
    }
    guard let offset = Int32(exactly: sample.compositionOffset) else {
      throw Self.unsupported("a composition offset of \(sample.compositionOffset) ticks")
    }
    let delta = try deltaFromLast(to: sample.decodeTime)
    let run = Int64(sample.count)
    let start = sample.decodeTime.addingReportingOverflow(Int64(offset))
    let length = Int64(duration).multipliedReportingOverflow(by: run)
    let end = start.partialValue.addingReportingOverflow(length.partialValue)
    let decodeEnd = sample.decodeTime.addingReportingOverflow(length.partialValue)
    guard !start.overflow, !length.overflow, !end.overflow, !decodeEnd.overflow else {
      throw Self.unsupported("a time beyond 64 bits")
    }

    // The time is that of the last sample in a run.
    notePresented(end.partialValue - Int64(duration), duration)
    if count == 0 {
      firstDecodeTime = sample.decodeTime
      (leastOffset, greatestOffset) = (offset, offset)
      presentationStart = start.partialValue
    } else {
      deltas.append(delta, count: 1)
      (leastOffset, greatestOffset) = (min(leastOffset, offset), max(greatestOffset, offset))
      presentationStart = min(presentationStart, start.partialValue)
    }
    deltas.append(duration, count: UInt32(run - 1))
    lastDecodeTime = sample.decodeTime + Int64(duration) * (run - 1)
    // A sample without a duration lasts until the next sample. Until there is one, it lasts as long as the one before.
    lastDuration = duration == 0 ? delta : duration
    offsets.append(offset, count: UInt32(run))
    appendSize(size, count: sample.count)
    appendSync(sample.isSync, count: sample.count)
    appendDependency(sample.dependency, count: sample.count)
    byteCount += Int64(size) * run
    count = total
  }

  private mutating func notePresented(_ time: Int64, _ duration: UInt32) {
    let isSame = time == latest.last
    latest.note(time)
    if time == latest.last { lastPresentedDuration = isSame ? max(lastPresentedDuration, duration) : duration }
  }

  /// The end of the sample that is presented last, on the caller's time line. Without a duration it lasts as long as
  /// the one that is presented before it (WI-66).
  var presentationEnd: Int64 {
    let last = latest.last ?? 0
    if lastPresentedDuration > 0 { return last &+ Int64(lastPresentedDuration) }
    return last &+ (latest.distance ?? Int64(lastDuration))
  }

  /// Sets the duration of the last sample in decode order, clamped to 32 bits.
  ///
  /// - Parameter end: the end of the sample that is presented last; `nil` if that follows from its own duration.
  mutating func setLastDuration(_ duration: Int64, presentedUntil end: Int64? = nil) {
    guard count > 0, let lastPresented = latest.last else { return }
    lastDuration = UInt32(clamping: max(0, duration))
    let isPresentedLast = offsets.values.last.map { lastDecodeTime &+ Int64($0) == lastPresented } ?? false
    if let end {
      lastPresentedDuration = UInt32(clamping: max(0, end &- lastPresented))
    } else if isPresentedLast {
      lastPresentedDuration = lastDuration
    }
  }

  private func deltaFromLast(to decodeTime: Int64) throws -> UInt32 {
    guard count > 0 else { return 0 }
    let (delta, overflow) = decodeTime.subtractingReportingOverflow(lastDecodeTime)
    guard overflow || delta >= 0 else {
      throw MediaError(
        .invalidOperation, .writing, "the decode time \(decodeTime) comes after \(lastDecodeTime)")
    }
    guard !overflow, let exact = UInt32(exactly: delta) else {
      throw Self.unsupported("a gap of \(delta) ticks between two samples")
    }
    return exact
  }

  private static func unsupported(_ what: String) -> MediaError {
    MediaError(.unsupportedByContainer, .writing, "the movie file cannot hold it: \(what)")
  }

  private mutating func appendSize(_ size: UInt32, count added: Int) {
    if count == 0 { uniformSize = size }
    if sizes.isEmpty {
      if size == uniformSize { return }
      sizes = PackedNumbers(repeatElement(uniformSize, count: Int(count)))
    }
    for _ in 0..<added { sizes.append(size) }
  }

  private mutating func appendSync(_ isSync: Bool, count added: Int) {
    if syncSamples == nil {
      if isSync { return }
      syncSamples = PackedNumbers((0..<count).lazy.map { $0 + 1 })
    }
    if isSync {
      for index in 0..<UInt32(added) { syncSamples?.append(count + 1 + index) }
    }
  }

  private mutating func appendDependency(_ dependency: SampleDependency, count added: Int) {
    if dependencies == nil {
      if dependency == .unknown { return }
      dependencies = PackedNumbers(repeatElement(0, count: Int(count)))
    }
    for _ in 0..<added { dependencies?.append(dependency.rawValue) }
  }

  /// Places the next `samples` appended samples in a chunk at `offset` of the media data.
  mutating func appendChunk(at offset: Int64, samples: UInt32, entry: Int) {
    referenceEnd = nil
    chunkOffsets.append(offset)
    let run = ChunkRuns.Run(firstChunk: UInt32(chunkOffsets.count), samples: samples, entry: UInt32(entry + 1))
    if let last = chunkRuns.last, last.samples == run.samples, last.entry == run.entry { return }
    chunkRuns.append(run)
  }

  /// Places the next `samples` appended samples at `offset` of another file, one after the other. They join the chunk
  /// before if they follow its bytes.
  mutating func appendReference(to offset: Int64, size: Int64, samples: UInt32, entry: Int) {
    if offset == referenceEnd, let last = chunkRuns.last, last.entry == UInt32(entry + 1) {
      let run = ChunkRuns.Run(
        firstChunk: UInt32(chunkOffsets.count), samples: last.samples.addingReportingOverflow(samples).partialValue,
        entry: last.entry)
      if last.firstChunk == run.firstChunk { chunkRuns.replaceLast(with: run) } else { chunkRuns.append(run) }
    } else {
      appendChunk(at: offset, samples: samples, entry: entry)
    }
    referenceEnd = offset + size
    greatestReference = max(greatestReference, offset)
  }

  /// Removes every sample except the last one's times, for samples that are written in fragments and get no tables.
  mutating func forgetSamples() {
    count = min(count, 1)
    deltas = RunLengths()
    offsets = RunLengths()
    uniformSize = 0
    sizes = PackedNumbers()
    syncSamples = nil
    dependencies = nil
  }

  /// The duration from the first decode time to the end of the last sample, in decode order.
  var duration: Int64 { count == 0 ? 0 : lastDecodeTime - firstDecodeTime + Int64(lastDuration) }

  /// The duration of the media: that of its decoding, or that of its presentation if pictures after a pause are
  /// presented long after they are decoded.
  var mediaDuration: Int64 { count == 0 ? 0 : max(duration, presentationEnd &- presentationStart) }
}
