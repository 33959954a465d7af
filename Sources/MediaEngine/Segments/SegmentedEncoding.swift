package import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime
import Synchronization

extension AssetSession {
  /// Makes a reader that encodes a track's pictures again, in segments. Nothing is read yet.
  ///
  /// Damage ends reading with an error, even in a session that continues after damage.
  ///
  /// - Throws: `MediaError`: the pictures cannot be read.
  package func encoding(
    of track: SourceTrack, _ request: SegmentRequest, timeRange: CMTimeRange
  ) throws -> SegmentedEncoding {
    let notes = ReadingNotes()
    var request = request
    request.decoderByteCount = track.decoderByteCount
    let (pictures, layout, stills, levels) = (request.pictures, request.layout, request.stills, request.levels)
    let source = SegmentSource(
      pictures: { range, readerCount in
        var pictures = pictures
        pictures.readerCount = readerCount
        return try self.pictures(of: track, pictures, in: range, notes)
          .laidOut(by: layout, under: stills).faded(by: levels)
      },
      packets: { try self.reader(of: track, output: .glimpse, timeRange: $0, isRandomAccess: false) })
    let first = try source.pictures(timeRange, 1)
    return SegmentedEncoding(request, timeRange, first, presented: track.timeRange, notes, source)
  }
}

/// Encodes a track's pictures again, in segments, several of them concurrently. It returns samples in decode order, as
/// a single encoder would.
///
/// Each segment is read by a `TrackReader` of its own, and encoded to a file by one of the crew's threads. `next()`
/// reads the files in order and returns their packets, on the caller's thread; if several passes are made, the first
/// call makes them. One caller at a time.
package final class SegmentedEncoding: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads; the counter, the notes and the outcome are Sendable themselves.
  private let request: SegmentRequest
  private let presented: CMTimeRange
  private let notes: ReadingNotes
  private let counter = PictureCounter()
  private let outcome = Mutex(Outcome())
  private let source: SegmentSource
  /// The reader of the first range; `nil` once that was begun.
  private var first: (any SampleReader)?
  /// The ranges that follow the current one.
  private var ranges: ArraySlice<CMTimeRange>
  /// The encoder of the current range, and the function that returns its segments in order; `nil` between ranges.
  private var work: (encoder: SegmentEncoder, next: () throws -> StoredSegment?)?
  /// The threads that are encoding.
  private var crew: SegmentCrew?
  private var decodeTimes = StitchedDecodeTimes(delay: 0)
  /// The samples of the last segment that was taken, in reverse order.
  private var samples: [CMSampleBuffer] = []

  private struct Outcome {
    var progress: SegmentPassProgress?
    var report: PassReport?
  }

  /// - Parameters:
  ///   - first: a reader of the pictures of the range.
  ///   - presented: the range in which the track has pictures.
  ///   - source: opens readers, of pictures in the form that the request states.
  init(
    _ request: SegmentRequest, _ timeRange: CMTimeRange, _ first: any SampleReader, presented: CMTimeRange,
    _ notes: ReadingNotes, _ source: SegmentSource
  ) {
    self.request = request
    self.presented = presented
    self.notes = notes
    self.source = source
    self.first = first
    ranges = [timeRange]
  }

  /// Stops an encoding that is still running, and waits for its end.
  deinit { crew?.stop() }

  package func next() throws -> CMSampleBuffer? {
    while true {
      if let sample = samples.popLast() { return sample }
      if let work {
        if let segment = try work.next() { samples = stitched(segment, work.encoder).reversed() } else { end() }
      } else {
        guard let range = ranges.popFirst() else { return nil }
        try begin(range)
      }
    }
  }

  package func reset(to timeRanges: [CMTimeRange]) {
    end()
    first = nil
    samples = []
    ranges = timeRanges[...]
  }

  /// Stops encoding ahead, and waits until nothing more is written. `next()` returns `nil` from now on.
  package func stop() { reset(to: []) }

  /// The number of pictures that were encoded so far, in all passes; some may not have been returned yet. Any thread.
  package var encodedPictureCount: Int { counter.count }

  /// The progress of several passes; `nil` if each segment is encoded once. Any thread.
  package var passProgress: SegmentPassProgress? { outcome.withLock { $0.progress } }

  /// The outcome of several passes, once they are over. Any thread.
  package var passReport: PassReport? { outcome.withLock { $0.report } }

  package var warnings: [String] { notes.all }
  package var lostTimeRanges: [CMTimeRange] { [] }

  private func begin(_ range: CMTimeRange) throws {
    let pictures = try first ?? source.pictures(range, 1)
    first = nil
    guard let first = try pictures.next() else { return }
    let encoder = try SegmentEncoder(request, first: first, source)
    decodeTimes = StitchedDecodeTimes(delay: encoder.reorderDelay)
    let folder = SegmentFolder(path: request.folder, timeBase: encoder.clock.timeBase)
    let isFirstPassAlone = request.share?.pass == SegmentPasses.Pass.first.number
    guard let targets = request.targets, !isFirstPassAlone else {
      let crew = SegmentCrew(encoder, plan(of: range, for: encoder), in: folder, counter)
      (self.crew, work) = (crew, (encoder, { try crew.next()?.stored }))
      return crew.start()
    }
    let runner = SegmentPassRunner(
      encoder: encoder, folder: folder, targets: targets, bits: request.bits, counter: counter,
      note: { progress in self.outcome.withLock { $0.progress = progress } })
    if let share = request.share { return try runner.run(share, over: range) }
    guard let passes = try runner.run(plan(of: range, for: encoder)) else { return }
    outcome.withLock { $0.report = passes.report }
    var encodings = zip(passes.segments, passes.keptPasses).makeIterator()
    work = (
      encoder,
      {
        guard let (segment, pass) = encodings.next() else { return nil }
        return try folder.requireSegment(at: segment.place, pass: pass)
      }
    )
  }

  private func plan(of range: CMTimeRange, for encoder: SegmentEncoder) -> SegmentPlan {
    SegmentPlan(
      of: range, presented: presented,
      SegmentPlan.pace(near: request.step, keyFrameInterval: encoder.keyFrameInterval),
      reach: SegmentCrew.reach * encoder.crewSize.workerCount, share: request.share)
  }

  private func end() {
    crew?.stop()
    (crew, work) = (nil, nil)
  }

  private func stitched(_ segment: StoredSegment, _ encoder: SegmentEncoder) -> [CMSampleBuffer] {
    let times = decodeTimes.times(
      presented: segment.packets.map { $0.pts ?? 0 }, decoded: segment.packets.map { $0.dts ?? 0 })
    return zip(segment.packets, times).map { packet, decodeTime in
      let timeBase = encoder.clock.timeBase
      let timing = CMSampleTimingInfo(
        duration: packet.duration > 0 ? timeBase.time(packet.duration) : .invalid,
        presentationTimeStamp: encoder.clock.time(packet.pts ?? 0), decodeTimeStamp: encoder.clock.time(decodeTime))
      return CMSampleBuffer(
        dataBuffer: CMBlockBuffer(bytes: packet.bytes, owner: packet.owner), format: encoder.format, timing: timing,
        flags: SampleFlags(packet))
    }
  }
}
