import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport

/// Decoded pictures: the decoder's own memory, or converted to what was asked for.
final class PictureStage: ReadingStage {
  private let frames: FrameSource
  private let timeline: AssetTimeline
  private let range: CMTimeRange
  private let request: PictureRequest
  private let stream: MediaInterop.Stream
  private var converter: PictureAdapter?
  private var describer: PictureDescriber
  private var previousEnd: Int64?

  init(
    _ track: SourceTrack, _ packets: any PacketSource, _ timeline: AssetTimeline, _ range: CMTimeRange,
    _ request: PictureRequest, _ notes: ReadingNotes
  ) throws {
    stream = track.stream
    self.timeline = timeline
    self.range = range
    self.request = request
    describer = PictureDescriber(stream: track.stream)
    frames = try FrameSource(track, packets, timeline, notes, threads: FrameSource.pictureThreads)
  }

  func next() throws -> CMSampleBuffer? {
    while let frame = try frames.next() {
      // Without a time of its own a picture follows the one before.
      let ticks = frame.pts ?? previousEnd ?? 0
      previousEnd = ticks + frame.duration
      let time = timeline.time(ticks)
      if range.end.isNumeric && time >= range.end { return nil }
      if isBeforeRange(time, frame) { continue }
      return try sample(of: frame, at: time)
    }
    return nil
  }

  private func isBeforeRange(_ time: CMTime, _ frame: Frame) -> Bool {
    guard range.start > .zero else { return false }
    let duration = timeline.duration(frame.duration)
    return duration.isNumeric ? time + duration <= range.start : time < range.start
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
