import MediaInterop
import MediaSupport
import MovieFile

/// Reads the linear PCM of a movie's track by the movie's own tables: the part of each edit, in runs of samples.
///
/// It is for the forms whose sample entries libavformat takes for others, so that it gives the wrong bytes.
final class MoviePCM: PacketSource, @unchecked Sendable {
  // Sendable: one caller at a time, as the protocol says.
  private let file: any ByteSource
  private let path: String
  private let cancellation: Cancellation
  private let track: Track
  private let timeBase: TimeBase
  private let streamIndex: Int
  private let spans: [Span]
  private var span = 0
  private var samples: SampleSequence.Iterator
  private var ahead: TrackSample?
  private var start = Int64.min

  /// A part of the media, and the time by which it is shown later than at the media's own times.
  private struct Span {
    var media: Range<Int64>
    var delay: Int64
  }

  /// The greatest number of samples in a run: as many as libavformat gives at once.
  private static let longestRun = 1024

  /// - Parameter edits: the edit list; `nil` for all of the media, at its own times.
  /// - Throws: `MediaError` for a source that cannot be opened again, or not be read in any order.
  init(
    _ track: Track, _ edits: EditMap?, in source: MediaSource, streamIndex: Int, cancellation: Cancellation
  ) throws {
    path = source.name
    guard let file = try source.bytes(cancellation: cancellation) else {
      throw MediaError(.inputUnavailable, .opening, "the source does not allow random access", path: path)
    }
    self.file = file
    self.cancellation = cancellation
    self.track = track
    timeBase = TimeBase(ticksPerSecond: max(1, track.timeScale))
    self.streamIndex = streamIndex
    spans = Self.spans(of: track, edits)
    samples = track.samples.makeIterator()
    ahead = samples.next()
  }

  /// Returns the parts that are shown: everything where no edit shows media. A last edit that ends within a tick of the
  /// movie's coarser times from the media's end was rounded, and shows all of it.
  private static func spans(of track: Track, _ edits: EditMap?) -> [Span] {
    let end = track.endOfSamples
    guard let edits, edits.mediaStart != nil else { return [Span(media: min(0, end)..<max(0, end), delay: 0)] }
    return edits.spans.indices.compactMap { index in
      let span = edits.spans[index]
      guard let media = span.media, media.lowerBound >= 0, media.lowerBound < end else { return nil }
      let isLast = index == edits.spans.indices.last
      let isRounded = isLast && end - media.upperBound < edits.tick
      let shown = isRounded ? end : min(end, media.upperBound)
      return Span(media: media.lowerBound..<shown, delay: span.presentation.lowerBound - media.lowerBound)
    }
  }

  func next() throws -> Packet? {
    if cancellation.isCancelled {
      throw MediaError(.cancelled, .demuxing, "reading was cancelled", path: path)
    }
    while spans.indices.contains(span) {
      if let run = nextRun(in: spans[span]) { return try packet(run, delay: spans[span].delay) }
      span += 1
      restart()
    }
    return nil
  }

  private func restart() {
    samples = track.samples.makeIterator()
    ahead = samples.next()
  }

  /// Returns samples that follow one another in time and in the file; `nil` at the end of the span.
  private func nextRun(in span: Span) -> TrackSample? {
    while let sample = ahead, sample.decodeTime < span.media.lowerBound || sample.decodeTime &+ span.delay < start {
      ahead = samples.next()
    }
    guard var run = ahead, run.decodeTime < span.media.upperBound else { return nil }
    ahead = samples.next()
    var count = 1
    while count < Self.longestRun, let sample = ahead, sample.decodeTime < span.media.upperBound,
      sample.decodeTime == run.decodeTime &+ run.duration, sample.offset == run.offset &+ Int64(run.size),
      sample.entry == run.entry
    {
      run.size += sample.size
      run.duration &+= sample.duration
      count += 1
      ahead = samples.next()
    }
    return run
  }

  private func packet(_ run: TrackSample, delay: Int64) throws -> Packet {
    let bytes = try file.read(run.size, at: run.offset)
    let storage = bytes.withUnsafeBytes { PacketStorage(copying: $0) }
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(rebasing: storage.bytes[..<bytes.count]), owner: storage,
      pts: run.decodeTime &+ delay, dts: run.decodeTime &+ delay, duration: run.duration, timeBase: timeBase)
    packet.streamIndex = streamIndex
    packet.isKeyFrame = true
    packet.isDamaged = bytes.count < run.size
    return packet
  }

  func seek(to ticks: Int64) throws {
    start = ticks
    span = 0
    restart()
  }

  func rewind() throws { try seek(to: .min) }
}
