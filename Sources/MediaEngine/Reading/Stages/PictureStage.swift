import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport
import MediaTime

/// Returns decoded pictures, in the decoder's own memory or converted to the wanted format.
final class PictureStage: ReadingStage {
  private let context: ReadingContext
  private let packets: any PacketSource
  private let request: PictureRequest
  private var timeline: AssetTimeline { context.timeline }
  private var decoder: (any PacketDecoder)?
  private var converter: PictureAdapter?
  private var describer: PictureDescriber
  private lazy var toneMapper = ToneMapper()
  private var run = Run()
  /// A Boolean value that says whether unwanted pictures are not decoded if no other picture is predicted from them.
  private var leavesOut: Bool

  /// The size of the first picture that was given; `nil` before it.
  private var firstSize: (width: Int, height: Int)?
  /// A Boolean value that says whether a picture of another size was given.
  private var hasOtherSizes = false

  /// A frame and the time from which it is shown.
  private typealias ShownFrame = (frame: Frame, time: CMTime)

  /// The state within a range.
  private struct Run {
    var range = CMTimeRange.zero
    /// The time before which no picture is wanted: the range's start, or a later time that was skipped to.
    var start = CMTime.zero
    /// The decoded frames; `nil` before the first range.
    var frames: (any FrameSequence)?
    /// The source of the frames; `nil` if reading continues after damage.
    var source: FrameSource?
    var previousEnd: Int64?
    /// The last known picture that begins at or before the start: it is shown at the start.
    var shownAtStart: ShownFrame?
    /// The result of reading ahead, which is returned next: a frame, the end, or an error. It is `nil` if nothing was
    /// read ahead.
    var ahead: Result<ShownFrame?, any Error>?
  }

  init(_ context: ReadingContext, _ packets: any PacketSource, _ request: PictureRequest) {
    self.context = context
    self.packets = packets
    self.request = request
    describer = PictureDescriber(context, turn: request.turn)
    // Deinterlacing needs the pictures around each one. Packets are examined as packets of the first coding.
    leavesOut = request.isUrgent && !request.deinterlaces && context.hasOneCoding
  }

  func seek(to range: CMTimeRange) throws { try seek(to: range, fromAccessPointAt: range.start) }

  func seek(to range: CMTimeRange, fromAccessPointAt time: CMTime) throws {
    run = Run(range: range, start: range.start)
    // If pictures after that time cannot be decoded, it may be because pictures that they depend on were skipped.
    let start = time > .zero ? timeline.ticks(time) : nil
    let decoded: any FrameSequence
    if let losses = context.losses {
      decoded = try context.salvagedFrames(of: packets, start: start, losses)
    } else {
      let wanted = leavesOut && range.start > .zero ? timeline.ticks(range.start) : nil
      let source = FrameSource(
        context, packets, decoder: try freshDecoder(), start: start, wanted: wanted, end: range.end,
        isSingle: request.isSingle)
      (run.source, decoded) = (source, source)
    }
    let steps = request.filterSteps
    run.frames =
      steps.isEmpty ? decoded : FilteredFrames(decoded, PictureFilter(steps, timeBase: context.stream.timeBase))
    try packets.go(to: time, on: timeline)
  }

  func skip(to time: CMTime) throws {
    guard leavesOut, time > run.start else { return }
    run.start = time
    try run.source?.skip(to: timeline.ticks(time))
  }

  /// Returns a decoder in its initial state: the decoder of the range before, if a flush can reset it.
  private func freshDecoder() throws -> any PacketDecoder {
    if let decoder, context.canFlushDecoder {
      decoder.flush()
      return decoder
    }
    let decoder = try context.pictureDecoder(request)
    self.decoder = decoder
    return decoder
  }

  func next() throws -> CMSampleBuffer? {
    do {
      return try nextInRange()
    } catch {
      guard isOnAtStart(before: error) else { throw error }
      run.ahead = .failure(error)
      return try takeShownAtStart()
    }
  }

  /// Returns whether a picture is shown at the start, so that the damage lies behind it.
  private func isOnAtStart(before error: any Error) -> Bool {
    guard let (frame, time) = run.shownAtStart else { return false }
    if let failure = run.source?.failureTime { return timeline.time(failure) > run.start }
    // The presentation times of what is missing from a container are not known.
    return (error as? MediaError)?.isOfContainer == true && time + timeline.duration(frame.duration) > run.start
  }

  private func nextInRange() throws -> CMSampleBuffer? {
    while let (frame, time) = try nextFrame() {
      if run.range.end.isNumeric && time >= run.range.end {
        run.ahead = .success((frame, time))
        return try takeShownAtStart()
      }
      if run.start > .zero, time <= run.start {
        run.shownAtStart = (frame, time)
        // If it is known that this picture is the wanted one, it need not wait for the next.
        if request.filterSteps.isEmpty, run.source?.isOnAtWanted(frame) == true { return try takeShownAtStart() }
        continue
      }
      guard run.shownAtStart == nil else {
        run.ahead = .success((frame, time))
        return try takeShownAtStart()
      }
      return try sample(of: frame, at: time)
    }
    run.ahead = .success(nil)
    // The track ends before the range starts, or within the picture that is shown there.
    if let (frame, time) = run.shownAtStart, time + duration(of: frame, at: time) <= run.range.start { return nil }
    return try takeShownAtStart()
  }

  private func takeShownAtStart() throws -> CMSampleBuffer? {
    guard let (frame, time) = run.shownAtStart else { return nil }
    run.shownAtStart = nil
    return try sample(of: frame, at: time)
  }

  private func nextFrame() throws -> ShownFrame? {
    if let ahead = run.ahead.take() { return try ahead.get() }
    guard let frame = try decodedFrame() else { return nil }
    // A picture without a time of its own follows the one before.
    let ticks = frame.pts ?? run.previousEnd ?? 0
    run.previousEnd = ticks + frame.duration
    return (frame, timeline.time(ticks))
  }

  private func decodedFrame() throws -> Frame? {
    do {
      return try run.frames?.next()
    } catch let error as MediaError where error.kind == .damagedMedia && run.source?.hasLeftOut == true {
      // The stream has pictures that are predicted from one that is marked as not referred to, so its marks are wrong.
      leavesOut = false
      try seek(to: CMTimeRange(start: run.start, end: run.range.end))
      return try run.frames?.next()
    }
  }

  /// Returns the time for which a picture is shown: up to the next one. A movie's tables say when that is, if the picture
  /// is one sample: its two fields may be one each. Elsewhere the next one itself says it: what other containers state
  /// is often a usual duration, or the time until the next is decoded.
  private func duration(of frame: Frame, at time: CMTime) -> CMTime {
    let stated = timeline.duration(frame.duration)
    let isMovie = context.track.hasMovieTables
    let mayHaveFields = request.deinterlaces || frame.fieldOrder != .progressive
    guard request.readsEnds, !isMovie || mayHaveFields else { return stated }
    let ahead = run.ahead ?? Result { try nextFrame() }
    run.ahead = ahead
    // An error is the next picture's.
    guard case .success(let next) = ahead else { return stated }
    // The tables know the end of the last one, too.
    let trackEnd = isMovie ? run.frames?.lastPacketEnd.map { timeline.time($0) } : nil
    guard let end = next?.time ?? trackEnd, end > time else { return stated }
    return end - time
  }

  private func sample(of frame: Frame, at time: CMTime) throws -> CMSampleBuffer {
    guard var picture = frame.picture else {
      throw MediaError(.damagedMedia, .decoding, "the decoder gave no picture", time: time)
    }
    noteSize(of: picture, at: time)
    let decodedSize = (picture.width, picture.height)
    picture.color = picture.color.completed(by: context.stream.parameters.color)
    if let turn = request.turn, picture.format.log2ChromaHeight > 0 { picture.color = turn.turned(picture.color) }
    let source = request.isOfStandardRange ? describer.toneMapSource(of: picture, frame) : nil
    if let source { picture = try toneMapper.map(picture, source) }
    let adapter = try adapter(for: picture)
    if let adapter {
      picture = try adapter.adapt(picture)
    } else if request.ownsMemory {
      picture = try picture.padded(toWidth: picture.width, height: picture.height)
    }
    picture.color = request.statedColor(of: picture)
    let buffer = try describer.pixelBuffer(
      picture, request.memory, of: frame, isScaled: (picture.width, picture.height) != decodedSize,
      isToneMapped: source != nil)
    let timing = CMSampleTimingInfo(
      duration: duration(of: frame, at: time), presentationTimeStamp: time, decodeTimeStamp: .invalid)
    let sample = CMSampleBuffer(imageBuffer: buffer, format: try describer.format(of: buffer), timing: timing)
    if let captions = frame.captions { sample.closedCaptions = captions }
    return sample
  }

  /// Notes the first picture of another size: encoders write all pictures of a track in one size.
  private func noteSize(of picture: Picture, at time: CMTime) {
    let first = firstSize ?? (width: picture.width, height: picture.height)
    firstSize = first
    guard !hasOtherSizes, first != (picture.width, picture.height) else { return }
    hasOtherSizes = true
    let seconds = (time.seconds * 1000).rounded() / 1000
    context.notes.set(
      "its pictures change from \(first.width)x\(first.height) to \(picture.width)x\(picture.height) at \(seconds) s: "
        + "encoded ones are scaled into the size of the first", about: "size of pictures")
  }

  /// Returns the adapter for a picture; `nil` if pictures are wanted as they are.
  private func adapter(for picture: Picture) throws -> PictureAdapter? {
    guard let target = request.target(for: picture) else { return nil }
    if converter?.accepts(picture, target) != true { converter = try PictureAdapter(from: picture, to: target) }
    return converter
  }
}
