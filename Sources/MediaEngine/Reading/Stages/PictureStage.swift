import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport

/// Decoded pictures: the decoder's own memory, or converted to what was asked for.
final class PictureStage: ReadingStage {
  private let frames: any FrameSequence
  private let timeline: AssetTimeline
  private let range: CMTimeRange
  private let request: PictureRequest
  private let stream: MediaInterop.Stream
  private var converter: PictureAdapter?
  private var describer: PictureDescriber
  private var previousEnd: Int64?
  /// The last picture that begins at the range's start or before, as far as is known: it is shown there.
  private var shownAtStart: (frame: Frame, time: CMTime)?
  /// Read, and given next.
  private var ahead: (frame: Frame, time: CMTime)?

  /// Goes to the range's start.
  ///
  /// - Throws: what the packets' source or the decoder throws.
  init(
    _ track: SourceTrack, _ packets: any PacketSource, _ timeline: AssetTimeline, _ range: CMTimeRange,
    _ request: PictureRequest, _ notes: ReadingNotes, _ losses: ReadingLosses?
  ) throws {
    try packets.go(to: range.start, on: timeline)
    stream = track.stream
    self.timeline = timeline
    self.range = range
    self.request = request
    describer = PictureDescriber(stream: track.stream)
    let start = range.start > .zero ? timeline.ticks(range.start) : nil
    let decoded: any FrameSequence =
      if let losses {
        try SalvagedFrames(track, packets, notes, start: start, losses)
      } else {
        try FrameSource(track, packets, timeline, notes, threads: FrameSource.pictureThreads, start: start)
      }
    frames = request.deinterlaces ? DeinterlacedFrames(decoded, of: track) : decoded
  }

  func next() throws -> CMSampleBuffer? {
    while let (frame, time) = try nextFrame() {
      if range.end.isNumeric && time >= range.end { return try takeShownAtStart() }
      if range.start > .zero, time <= range.start {
        shownAtStart = (frame, time)
        continue
      }
      guard shownAtStart == nil else {
        ahead = (frame, time)
        return try takeShownAtStart()
      }
      return try sample(of: frame, at: time)
    }
    // The track ends before the range starts, or within the picture that is shown there.
    if let last = shownAtStart, last.time + timeline.duration(last.frame.duration) <= range.start { return nil }
    return try takeShownAtStart()
  }

  private func takeShownAtStart() throws -> CMSampleBuffer? {
    guard let (frame, time) = shownAtStart else { return nil }
    shownAtStart = nil
    return try sample(of: frame, at: time)
  }

  private func nextFrame() throws -> (Frame, CMTime)? {
    if let frame = ahead {
      ahead = nil
      return frame
    }
    guard let frame = try frames.next() else { return nil }
    // Without a time of its own a picture follows the one before.
    let ticks = frame.pts ?? previousEnd ?? 0
    previousEnd = ticks + frame.duration
    return (frame, timeline.time(ticks))
  }

  private func sample(of frame: Frame, at time: CMTime) throws -> CMSampleBuffer {
    guard var picture = frame.picture else {
      throw MediaError(.damagedMedia, .decoding, "the decoder gave no picture", time: time)
    }
    picture.color = picture.color.completed(by: stream.parameters.color)
    let adapter = try adapter(for: picture)
    if let adapter {
      picture = try adapter.adapt(picture)
    } else if request.ownsMemory {
      picture = try picture.padded(toWidth: picture.width, height: picture.height)
    }
    let buffer = try describer.pixelBuffer(picture, of: frame)
    let timing = CMSampleTimingInfo(
      duration: timeline.duration(frame.duration), presentationTimeStamp: time, decodeTimeStamp: .invalid)
    return CMSampleBuffer(imageBuffer: buffer, format: try describer.format(of: buffer), timing: timing)
  }

  /// `nil` where pictures are wanted as they are.
  private func adapter(for picture: Picture) throws -> PictureAdapter? {
    let wanted = request.pixelFormat.flatMap(PixelFormat.init(fourCC:)) ?? picture.format
    let isFullRange = request.pixelFormat.flatMap(PixelFormat.isFullRange(fourCC:)) ?? picture.color.isFullRange
    let width = request.width ?? picture.width
    let height = request.height ?? picture.height
    if wanted == picture.format, width == picture.width, height == picture.height,
      (isFullRange ?? false) == (picture.color.isFullRange ?? false)
    {
      return nil
    }
    let target = PictureAdapter.Target(format: wanted, width: width, height: height, isFullRange: isFullRange)
    if converter?.accepts(picture, target) != true { converter = try PictureAdapter(from: picture, to: target) }
    return converter
  }
}
