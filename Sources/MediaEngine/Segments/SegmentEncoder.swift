import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// Encodes segments of one stream, and finds where they begin: each from pictures that are read for it alone. Any
/// threads.
final class SegmentEncoder: Sendable {
  /// Opens a reader of its own for the pictures of a range.
  typealias OpenPictures = @Sendable (CMTimeRange) throws -> any SampleReader

  let format: CMFormatDescription
  let clock: SessionClock
  /// The number of pictures by which decoding is ahead of presentation.
  let reorderDelay: Int
  /// The distance of key frames where the pictures ask for none; `nil` where it is not known.
  let keyFrameInterval: CMTime?
  private let input: VideoInput
  private let settings: H264Encoder.Settings
  private let head: H264StreamHead
  private let open: OpenPictures

  /// - Parameter first: the stream's first picture: settings that are left open follow from it for all segments.
  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that x264 refuses.
  init(_ request: SegmentRequest, first: CMSampleBuffer, open: @escaping OpenPictures) throws {
    self.open = open
    clock = SessionClock(timeBase: .media(timeScale: request.mediaTimeScale, of: first), start: request.sessionStart)
    input = VideoInput(
      request.encoding, source: try Picture(of: first), first: first, timeBase: clock.timeBase, isRealTime: false)
    var settings = try H264Encoder.Settings(input)
    // Segments keep the processors busy, and the output of one thread is the smallest.
    settings.threadCount = 1
    self.settings = settings
    let encoder = try H264Encoder(settings)
    head = H264StreamHead(encoder)
    format = try CMFormatDescription(encoder, input)
    reorderDelay = encoder.reorderDelay
    keyFrameInterval = Self.keyFrameInterval(of: encoder, request.encoding, pictureDuration: first.duration)
  }

  private static func keyFrameInterval(
    of encoder: H264Encoder, _ encoding: VideoEncoding, pictureDuration duration: CMTime
  ) -> CMTime? {
    guard duration.isNumeric, duration > .zero else { return nil }
    // The key frame is the first picture at or after the end of a time.
    let inTime = encoding.keyFrameIntervalDuration.map { ($0 / duration.seconds).rounded(.up) }
    let pictures = [inTime, encoder.keyFrameLimit.map(Double.init)].compactMap(\.self).min()
    guard let pictures, pictures >= 1, pictures < Double(Int32.max) else { return nil }
    return CMTimeMultiply(duration, multiplier: Int32(pictures))
  }

  /// Finds the place where an encoder that begins with a range's first picture makes another key frame; `nil` where it
  /// makes none.
  ///
  /// - Parameter isStopped: asked before each picture.
  /// - Returns: The cut; and where it is `nil`, the time at which the first picture behind the range is shown, which is
  ///   infinity where none follows.
  /// - Throws: `MediaError(.cancelled)` when it was stopped, and the errors of reading and encoding.
  func cut(in range: CMTimeRange, isStopped: () -> Bool) throws -> (cut: CMTime?, following: CMTime) {
    var settings = settings
    settings.isScouting = true
    let encoder = try H264Encoder(settings)
    let fitting = PictureFitting(input)
    let pictures = try open(CMTimeRange(start: range.start, duration: .positiveInfinity))
    var keyFrames = makeKeyFrameSchedule()
    var times: [Int64: CMTime] = [:]
    var first: Int64?
    var cut: CMTime?
    var following = CMTime.positiveInfinity
    func look(_ packet: Packet) {
      keyFrames.didEmit(packet)
      guard packet.isKeyFrame, let pts = packet.pts, pts != first, cut == nil else { return }
      cut = times[pts]
    }
    while cut == nil, let sample = try next(of: pictures, isStopped) {
      let time = sample.writtenPresentationTimeStamp
      // The picture that is shown at the range's start belongs to the segment before.
      if time < range.start { continue }
      if time >= range.end {
        following = time
        break
      }
      let ticks = try PictureTimes(clock).ticks(of: sample)
      first = first ?? ticks
      times[ticks] = time
      let picture = try fitting.fit(try Picture(of: sample))
      try encoder.encode(picture, pts: ticks, forceKeyFrame: keyFrames.isDue(at: ticks), emit: look)
    }
    if cut == nil { try encoder.finish(emit: look) }
    return (cut, following)
  }

  /// Encodes a segment.
  ///
  /// - Parameters:
  ///   - isStopped: asked before each picture.
  ///   - emit: takes the packets in decode order.
  /// - Throws: as `cut`, and the errors of `emit`.
  func encode(
    _ segment: SegmentPlan.Segment, isStopped: () -> Bool, emit: (Packet) throws -> Void
  ) throws {
    var settings = settings
    settings.recordsSettings = segment.place == 0
    let encoder = try H264Encoder(settings, partOf: head)
    let fitting = PictureFitting(input)
    let pictures = try open(segment.timeRange)
    var keyFrames = makeKeyFrameSchedule()
    var times = PictureTimes(clock)
    var (following, isFirst) = (try next(of: pictures, isStopped), true)
    while let sample = following {
      following = try next(of: pictures, isStopped)
      let ticks = try times.ticks(of: sample)
      try times.advance(to: ticks, at: sample.writtenPresentationTimeStamp)
      let picture = try fitting.fit(try Picture(of: sample))
      try encoder.encode(
        picture, pts: ticks, duration: try clock.duration(sample.duration),
        forceKeyFrame: keyFrames.isDue(at: ticks),
        forbidKeyFrame: following == nil && !isFirst && !segment.isLast
      ) { packet in
        keyFrames.didEmit(packet)
        try emit(packet)
      }
      isFirst = false
    }
    try encoder.finish(emit: emit)
  }

  private func next(of pictures: any SampleReader, _ isStopped: () -> Bool) throws -> CMSampleBuffer? {
    if isStopped() { throw MediaError(.cancelled, .encoding, "encoding was cancelled") }
    return try pictures.next()
  }

  private func makeKeyFrameSchedule() -> KeyFrameSchedule {
    KeyFrameSchedule(interval: input.encoding.keyFrameIntervalDuration, segments: nil, clock: clock)
  }
}
