import MediaInterop
import MediaSupport
import MovieFile

/// The packets of a movie's track of sound at a constant rate, mostly linear PCM: packets of many samples, from the
/// movie's own tables, for the part that each edit shows.
final class MovieSound: PacketSource, @unchecked Sendable {
  // Sendable: one caller at a time, as the protocol says.
  private let media: MovieMedia
  private let stretches: SampleStretches
  private let stream: MediaInterop.Stream
  private let spans: [Span]
  private var span = 0
  private var iterator: SampleStretches.Iterator
  /// The stretch that is being read, and the number of its samples that were read; `nil` between two stretches.
  private var current: (stretch: SampleStretch, passed: Int)?
  private var start = Int64.min

  /// A part of the media, and the amount by which it is shown later than at the media's own times.
  private struct Span {
    var media: Range<Int64>
    var delay: Int64
  }

  /// The greatest number of samples in a packet.
  private static let longestRun = 1024

  /// - Parameter edits: the edit list; `nil` for all of the media, at its own times.
  init(
    _ stretches: SampleStretches, of track: Track, _ edits: EditMap?, _ media: MovieMedia, _ stream: MediaInterop.Stream
  ) {
    self.media = media
    self.stretches = stretches
    self.stream = stream
    spans = Self.spans(until: track.endOfSamples, edits)
    iterator = stretches.makeIterator()
  }

  /// Returns the parts that are shown. If the last edit ends within a tick of the movie's coarser times from the
  /// media's end, its end was rounded, and it shows all of the media.
  private static func spans(until end: Int64, _ edits: EditMap?) -> [Span] {
    guard let edits, !edits.isIdentity else { return [Span(media: .min..<(.max), delay: 0)] }
    return edits.spans.indices.compactMap { index in
      let span = edits.spans[index]
      guard let media = span.media, span.rate > 0, media.lowerBound < end else { return nil }
      // Sound is returned at its own speed, for as long as the edit lasts.
      let shown = media.lowerBound &+ Int64(span.presentation.count)
      let isLast = index == edits.spans.indices.last
      let isRounded = isLast && end &- shown < edits.tick
      let upper = isRounded ? max(end, media.lowerBound) : max(shown, media.lowerBound)
      return Span(media: media.lowerBound..<upper, delay: span.presentation.lowerBound &- media.lowerBound)
    }
  }

  func next() throws -> Packet? {
    while spans.indices.contains(span) {
      while let run = nextRun(in: spans[span]) {
        if let packet = try packet(run, spans[span]) { return packet }
      }
      span += 1
      restart()
    }
    try media.finish()
    return nil
  }

  private func restart() {
    iterator = stretches.makeIterator()
    current = nil
  }

  /// Returns whole units that are adjacent in time and in the file; `nil` at the end of the span.
  private func nextRun(in span: Span) -> SampleStretch? {
    let unit = stretches.unit
    let lower = max(span.media.lowerBound, start == .min ? .min : start &- span.delay)
    while true {
      guard let (stretch, passed) = current ?? iterator.next().map({ ($0, 0) }) else { return nil }
      let duration = stretch.sampleDuration
      var first = passed
      if lower > stretch.decodeTime {
        // A single sample that begins earlier is not wanted, but the part of a larger unit behind the start is.
        let ticks = lower &- stretch.decodeTime
        let wanted = min(Int(clamping: ticks / duration), stretch.count) + (ticks % duration > 0 ? 1 : 0)
        first = max(first, wanted / unit.samples * unit.samples)
      }
      if stretch.decodeTime >= span.media.upperBound { return nil }
      let ticks = span.media.upperBound.subtractingReportingOverflow(stretch.decodeTime)
      let rest = ticks.overflow ? Int.max : Int(clamping: (ticks.partialValue &- 1) / duration) + 1
      let end = min(stretch.count, rest)
      guard first < end else {
        current = nil
        continue
      }
      let most = max(unit.samples, Self.longestRun / unit.samples * unit.samples)
      // The last unit of a span is included as a whole if the stretch has all of it.
      let count = min(most, min(stretch.count, (end + unit.samples - 1) / unit.samples * unit.samples) - first)
      var run = stretch
      run.index += first
      run.offset = stretch.offset &+ Int64(clamping: unit.byteCount(first))
      run.decodeTime = stretch.decodeTime &+ Int64(first) &* duration
      // In a truncated file, the units that it still contains are returned before the damage.
      let units = media.wholeUnits(count / unit.samples, of: unit.bytes, at: run.offset)
      run.count = units < count / unit.samples ? units * unit.samples : count
      current = (stretch, first + run.count)
      return run
    }
  }

  /// - Returns: `nil` if the run lies beyond the end of the file.
  private func packet(_ run: SampleStretch, _ span: Span) throws -> Packet? {
    let count = stretches.unit.byteCount(run.count)
    guard var packet = try media.packet(count, at: run.offset, sample: run.index, stream.timeBase) else { return nil }
    packet.streamIndex = stream.index
    packet.isKeyFrame = true
    packet.pts = run.decodeTime &+ span.delay
    packet.dts = packet.pts
    packet.duration = run.end &- run.decodeTime
    let samples = stream.parameters.samples
    func trim(_ ticks: Int64) -> Int { Int(Int32(clamping: max(0, stream.timeBase.rescale(ticks, to: samples)))) }
    if span.media.lowerBound > run.decodeTime { packet.trimStart = trim(span.media.lowerBound &- run.decodeTime) }
    if span.media.upperBound < run.end { packet.trimEnd = trim(run.end &- span.media.upperBound) }
    return packet
  }

  func seek(to ticks: Int64) {
    start = ticks
    span = 0
    media.jump()
    restart()
  }

  func rewind() { seek(to: .min) }
}

extension SampleStretches.Unit {
  /// Makes the unit of a coding whose samples are counted one by one in a movie's tables; `nil` for others.
  init?(_ track: Track, _ parameters: CodecParameters) {
    guard track.kind == .audio, let entry = track.sampleEntries.first, case .audio(let fields) = entry.fields else {
      return nil
    }
    let channels = max(1, fields.channels)
    switch entry.format {
    // Codings with a fixed compression ratio (QuickTime File Format, "Sound sample descriptions").
    case "ima4": self.init(samples: 64, bytes: 34 * channels)
    case "MAC3": self.init(samples: 6, bytes: 2 * channels)
    case "MAC6": self.init(samples: 6, bytes: channels)
    case "agsm": self.init(samples: 160, bytes: 33)
    default:
      if parameters.codec.isPCM {
        let bytes = LinearPCM(codecName: parameters.codec.name)?.bytes ?? 1
        self.init(samples: 1, bytes: bytes * max(1, parameters.layout.count))
      } else {
        // A compression ID of -2 marks packets that have their own entries in the tables.
        guard fields.version == .one, fields.compressionID != -2, fields.framesPerPacket > 1, fields.bytesPerFrame > 0
        else { return nil }
        self.init(samples: fields.framesPerPacket, bytes: fields.bytesPerFrame)
      }
    }
  }
}
