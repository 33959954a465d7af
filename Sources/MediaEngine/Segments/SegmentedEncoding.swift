package import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

extension AssetSession {
  /// Makes a reader that gives a track's pictures encoded anew, in segments. Nothing is read yet.
  ///
  /// Damage ends it with an error, also in a session that continues after damage.
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

extension SourceTrack {
  /// The number of bytes that a decoder of the track's pictures holds, about: eight pictures, of as many bits as there
  /// may be.
  fileprivate var decoderByteCount: Int {
    let size = formatDescriptions.first?.dimensions
    return 8 * 3 * Int(size?.width ?? 0) * Int(size?.height ?? 0)
  }
}

/// A track's pictures encoded anew, in segments, several at once: samples in decode order, as one encoder would give
/// them.
///
/// Each segment is read by a `TrackReader` of its own and encoded by one of the crew's threads into a file. `next()`
/// takes the files in order and gives their packets, on the caller's thread. One caller at a time.
package final class SegmentedEncoding: SampleReader, @unchecked Sendable {
  // Sendable: one caller at a time reads; the counter and the notes are Sendable themselves.
  private let request: SegmentRequest
  private let presented: CMTimeRange
  private let notes: ReadingNotes
  private let counter = PictureCounter()
  private let source: SegmentSource
  /// Reads the first range; `nil` once it was begun.
  private var first: (any SampleReader)?
  /// The ranges that are still to be encoded, behind the current one.
  private var ranges: ArraySlice<CMTimeRange>
  /// The encoder and the crew of the current range; `nil` between ranges.
  private var work: (encoder: SegmentEncoder, crew: SegmentCrew)?
  private var decodeTimes = StitchedDecodeTimes(delay: 0)
  /// The samples of the segment that was taken last, in reverse order.
  private var samples: [CMSampleBuffer] = []

  /// - Parameters:
  ///   - first: reads the pictures of the range.
  ///   - presented: the range in which the track has pictures.
  ///   - source: opens readers, of pictures as the request wants them.
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

  /// Ends the encoding that still runs, and waits for that.
  deinit { work?.crew.stop() }

  package func next() throws -> CMSampleBuffer? {
    while true {
      if let sample = samples.popLast() { return sample }
      if let work {
        if let segment = try work.crew.next() { samples = stitched(segment, work.encoder).reversed() } else { end() }
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

  /// Gives up the segments that are encoded ahead, and waits until nothing is written any more. `next()` gives `nil`
  /// from now on.
  package func stop() { reset(to: []) }

  /// The number of pictures that were encoded so far; not all may have been given yet. Any thread.
  package var encodedPictureCount: Int { counter.count }

  package var warnings: [String] { notes.all }
  package var lostTimeRanges: [CMTimeRange] { [] }

  private func begin(_ range: CMTimeRange) throws {
    let pictures = try first ?? source.pictures(range, 1)
    first = nil
    guard let first = try pictures.next() else { return }
    let encoder = try SegmentEncoder(request, first: first, source)
    decodeTimes = StitchedDecodeTimes(delay: encoder.reorderDelay)
    let pace = SegmentPlan.pace(near: request.step, keyFrameInterval: encoder.keyFrameInterval)
    let workerCount = encoder.crewSize.workerCount
    let plan = SegmentPlan(
      of: range, presented: presented, pace, reach: SegmentCrew.reach * workerCount, share: request.share)
    let crew = SegmentCrew(encoder, plan, folder: request.folder, workerCount: workerCount, counter)
    work = (encoder, crew)
    crew.start()
  }

  private func end() {
    work?.crew.stop()
    work = nil
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
