import CoreGraphics
import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport
import MovieFile

/// Pictures to a codec: adapted to the encoded size and format, each with its own time.
final class VideoTrackEncoder: SampleEncoder {
  let timeBase: TimeBase
  private let clock: SessionClock
  private let input: VideoInput
  private let encoder: any PictureEncoder
  private var adapter: PictureAdapter?
  private var keyFrames: KeyFrameSchedule
  private var lastTime: Int64?

  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that the encoder refuses.
  init(
    _ encoding: VideoEncoding, timeBase: TimeBase, sessionStart: CMTime, isRealTime: Bool,
    segments: SegmentBoundaries?, first: CMSampleBuffer
  ) throws {
    self.timeBase = timeBase
    clock = SessionClock(timeBase: timeBase, start: sessionStart)
    input = VideoInput(
      encoding, source: try Picture(of: first), first: first, timeBase: timeBase, isRealTime: isRealTime)
    encoder = try makePictureEncoder(input)
    keyFrames = KeyFrameSchedule(
      interval: encoding.keyFrameIntervalDuration, segments: segments, timeBase: timeBase, clock: clock)
  }

  func encode(_ sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void) throws {
    guard let time = try clock.ticks(sample.outputPresentationTimeStamp) else {
      throw MediaError(.invalidOperation, .encoding, "a picture has no numeric presentation time")
    }
    // Two pictures on one tick: the later one is the one that is seen.
    if let lastTime, time <= lastTime {
      throw MediaError(
        .encodingFailed, .encoding, "pictures must follow each other in time",
        time: sample.outputPresentationTimeStamp)
    }
    lastTime = time
    let picture = try adapted(try Picture(of: sample))
    try encoder.encode(
      picture, pts: time, duration: try clock.duration(sample.duration), forceKeyFrame: keyFrames.isDue(at: time)
    ) { encoded in
      if case .packet(let packet) = encoded { keyFrames.didEmit(packet) }
      try emit(encoded)
    }
  }

  func finish(emit: (EncodedSample) throws -> Void) throws { try encoder.finish(emit: emit) }

  /// The picture as the encoder takes it: untouched where it agrees. After a change of size in mid-stream pictures
  /// are scaled to the first one's place.
  private func adapted(_ picture: Picture) throws -> Picture {
    var geometry = input.geometry
    if picture.width != input.sourceWidth || picture.height != input.sourceHeight {
      geometry = PictureGeometry(
        sourceWidth: picture.width, sourceHeight: picture.height, width: geometry.cleanWidth,
        height: geometry.cleanHeight, scaling: input.encoding.scaling)
    }
    let target = PictureAdapter.Target(
      format: input.pixelFormat, width: geometry.codedWidth, height: geometry.codedHeight,
      isFullRange: input.color.isFullRange, region: geometry.sourceRegion, rectangle: geometry.target,
      repeatsEdge: geometry.needsCleanAperture && geometry.isUnscaled(picture.width, picture.height))
    if target.isMet(by: picture) { return picture }
    if adapter?.accepts(picture, target) != true { adapter = try PictureAdapter(from: picture, to: target) }
    return try adapter!.adapt(picture)
  }
}

/// When a key frame must be forced: x264's own limit counts pictures and not their times.
private struct KeyFrameSchedule {
  private let interval: Int64?
  private var last: Int64?
  private let segments: SegmentBoundaries?
  private let clock: SessionClock
  /// The picture at which the next segment is to start.
  private var boundary: Int64?
  private var passedSegments: Int32 = 0

  init(interval seconds: Double?, segments: SegmentBoundaries?, timeBase: TimeBase, clock: SessionClock) {
    interval = seconds.map { Int64($0 * Double(timeBase.denominator) / Double(timeBase.numerator)) }
    self.segments = segments
    self.clock = clock
    passSegment()
  }

  mutating func isDue(at time: Int64) -> Bool {
    let startsSegment = isPastBoundary(time)
    guard let interval else { return startsSegment }
    guard startsSegment || last.map({ time - $0 >= interval }) ?? true else { return false }
    last = time
    return true
  }

  /// Whether the picture is the first at or after the end of a segment.
  private mutating func isPastBoundary(_ time: Int64) -> Bool {
    guard let boundary, time >= boundary else { return false }
    passedSegments = max(passedSegments, segments(before: time))
    passSegment()
    while let boundary = self.boundary, time >= boundary { passSegment() }
    return true
  }

  /// How many segments end before a time, or a few less: those of a long gap are not passed one by one.
  private func segments(before time: Int64) -> Int32 {
    guard let segments, segments.interval > .zero else { return 0 }
    let passed = (clock.timeBase.time(time) + clock.start - segments.start).seconds / segments.interval.seconds
    return passed.isFinite ? Int32(exactly: min(passed - 1, Double(Int32.max)).rounded(.down)) ?? 0 : 0
  }

  private mutating func passSegment() {
    guard let segments, passedSegments < .max else { return boundary = nil }
    passedSegments += 1
    boundary = try? clock.ticks(segments.start + CMTimeMultiply(segments.interval, multiplier: passedSegments), .up)
  }

  /// The encoder set one of its own, at a scene change.
  mutating func didEmit(_ packet: Packet) {
    if packet.isKeyFrame, let pts = packet.pts { last = max(last ?? pts, pts) }
  }
}
