import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// Encodes segments of one stream, and finds their starts. Each segment's pictures are read separately. Any threads.
final class SegmentEncoder: Sendable {
  let format: CMFormatDescription
  let clock: SessionClock
  /// The number of pictures by which decoding is ahead of presentation.
  let reorderDelay: Int
  /// The distance between key frames that are not caused by the pictures; `nil` if it is not known.
  let keyFrameInterval: CMTime?
  private let input: VideoInput
  private let settings: H264Encoder.Settings
  private let head: H264StreamHead
  private let source: SegmentSource
  /// The number of encoders that work concurrently.
  let crewSize: CrewSize

  /// - Parameter first: the stream's first picture, which determines open settings for all segments.
  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that x264 refuses.
  init(_ request: SegmentRequest, first: CMSampleBuffer, _ source: SegmentSource) throws {
    self.source = source
    clock = SessionClock(timeBase: .media(timeScale: request.mediaTimeScale, of: first), start: request.sessionStart)
    input = VideoInput(
      request.encoding, source: try Picture(of: first), first: first, timeBase: clock.timeBase, isRealTime: false)
    var settings = try H264Encoder.Settings(input)
    if let targets = request.targets {
      settings.measuresQuality = true
      if let control = RateFactorControl(settings, targets) {
        settings.rateControl = .constantQuality(crf: control.rateFactor)
      }
    }
    self.settings = settings
    let encoder = try H264Encoder(settings)
    head = H264StreamHead(encoder)
    format = try CMFormatDescription(encoder, input)
    reorderDelay = encoder.reorderDelay
    keyFrameInterval = Self.keyFrameInterval(of: encoder, request.encoding, pictureDuration: first.duration)
    crewSize = CrewSize(
      processorCount: request.processorCount, memoryLimit: request.memoryLimit, threadCount: settings.threadCount,
      byteCount: encoder.byteCount + request.decoderByteCount)
  }

  private static func keyFrameInterval(
    of encoder: H264Encoder, _ encoding: VideoSettings, pictureDuration duration: CMTime
  ) -> CMTime? {
    guard duration.isNumeric, duration > .zero else { return nil }
    // The key frame is the first picture at or after the end of an interval.
    let inTime = encoding.keyFrameIntervalDuration.map { ($0 / duration.seconds).rounded(.up) }
    let pictures = [inTime, encoder.keyFrameLimit.map(Double.init)].compactMap(\.self).min()
    guard let pictures, pictures >= 1, pictures < Double(Int32.max) else { return nil }
    return CMTimeMultiply(duration, multiplier: Int32(pictures))
  }

  /// Finds the picture at which a segment begins. It is the last random-access point of the source up to the wanted
  /// time: the source's encoder puts such points where the scene changes, as x264 will. If the range has none, it is
  /// the first picture from the wanted time on.
  ///
  /// Only the source's packets are examined. Each segment is later decoded from its first picture on.
  ///
  /// - Parameter isStopped: called before each packet.
  /// - Returns: The cut; `nil` if the range has neither such a point nor a picture from the wanted time on. Also the
  ///   time at which the first picture from the wanted time on is shown, which is infinity if none follows.
  /// - Throws: `MediaError(.cancelled)` when it was stopped, and the errors of reading.
  func cut(
    _ search: SegmentPlan.Search, isStopped: () -> Bool
  ) throws -> (cut: CMTime?, following: CMTime) {
    let packets = try source.packets(CMTimeRange(start: search.range.start, duration: .positiveInfinity))
    var cut: CMTime?
    var following = CMTime.positiveInfinity
    var countBehind = 0
    while countBehind < Self.mostReordered, let sample = try next(of: packets, isStopped) {
      let flags = sample.flags(at: 0)
      if flags.contains(.doNotDisplay) { continue }
      let time = sample.writtenPresentationTimeStamp
      if time >= search.wanted {
        following = min(following, time)
        countBehind += 1
      }
      if !flags.contains(.notSync), time >= search.range.start, time <= search.wanted { cut = max(cut ?? time, time) }
    }
    if cut == nil, following < search.range.end { cut = following }
    return (cut, following)
  }

  /// The number of packets, in decode order, that can come before the first picture shown from a time on: twice the
  /// number of pictures that H.264 and HEVC can hold back (16), since fields may have packets of their own.
  private static let mostReordered = 32

  /// Encodes a segment.
  ///
  /// - Parameters:
  ///   - rateFactor: the constant rate factor; `nil` for that of the settings.
  ///   - isStopped: called before each picture.
  ///   - emit: receives the packets in decode order, with x264's figures if further passes follow.
  /// - Throws: as `cut`, the errors of encoding, and those of `emit`.
  func encode(
    _ segment: SegmentPlan.Segment, rateFactor: Double? = nil, isStopped: () -> Bool,
    emit: (Packet, H264Encoder.Measurement?) throws -> Void
  ) throws {
    var settings = settings
    settings.recordsSettings = segment.place == 0
    if let rateFactor { settings.rateControl = .constantQuality(crf: rateFactor) }
    let encoder = try H264Encoder(settings, partOf: head)
    let fitting = PictureFitting(input)
    let pictures = try source.pictures(segment.timeRange, crewSize.workerCount)
    var keyFrames = makeKeyFrameSchedule()
    var times = PictureTimes(clock)
    var (following, isFirst) = (try next(of: pictures, isStopped), true)
    while let sample = following {
      following = try next(of: pictures, isStopped)
      let ticks = try times.ticks(of: sample)
      try times.advance(to: ticks, at: sample.writtenPresentationTimeStamp)
      let picture = try fitting.fit(sample)
      try encoder.encode(
        picture, pts: ticks, duration: try clock.duration(sample.duration),
        forceKeyFrame: keyFrames.isDue(at: ticks),
        forbidKeyFrame: following == nil && !isFirst && !segment.isLast
      ) { packet in
        keyFrames.didEmit(packet)
        try emit(packet, encoder.measurement)
      }
      isFirst = false
    }
    try encoder.finish { try emit($0, encoder.measurement) }
  }

  private func next(of pictures: any SampleReader, _ isStopped: () -> Bool) throws -> CMSampleBuffer? {
    if isStopped() { throw MediaError(.cancelled, .encoding, "encoding was cancelled") }
    return try pictures.next()
  }

  private func makeKeyFrameSchedule() -> KeyFrameSchedule {
    KeyFrameSchedule(interval: input.encoding.keyFrameIntervalDuration, segments: nil, clock: clock)
  }
}
