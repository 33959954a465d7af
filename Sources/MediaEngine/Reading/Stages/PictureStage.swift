import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport

/// Decoded pictures: the decoder's own memory, or converted to what was asked for.
final class PictureStage: ReadingStage {
  private let context: ReadingContext
  private let packets: any PacketSource
  private let request: PictureRequest
  private var timeline: AssetTimeline { context.timeline }
  private var decoder: (any PacketDecoder)?
  private var converter: PictureAdapter?
  private var describer: PictureDescriber
  private var run = Run()

  /// What is known within a range.
  private struct Run {
    var range = CMTimeRange.zero
    /// `nil` before the first range.
    var frames: (any FrameSequence)?
    var previousEnd: Int64?
    /// The last picture that begins at the range's start or before, as far as is known: it is shown there.
    var shownAtStart: (frame: Frame, time: CMTime)?
    /// Read, and given next.
    var ahead: (frame: Frame, time: CMTime)?
  }

  init(_ context: ReadingContext, _ packets: any PacketSource, _ request: PictureRequest) {
    self.context = context
    self.packets = packets
    self.request = request
    describer = PictureDescriber(stream: context.stream)
  }

  func seek(to range: CMTimeRange) throws { try seek(to: range, fromAccessPointAt: range.start) }

  func seek(to range: CMTimeRange, fromAccessPointAt time: CMTime) throws {
    run = Run(range: range)
    // What cannot be decoded before that time needs what was passed over.
    let start = time > .zero ? timeline.ticks(time) : nil
    let decoded: any FrameSequence =
      if let losses = context.losses {
        try context.salvagedFrames(of: packets, start: start, losses)
      } else {
        FrameSource(context, packets, decoder: try freshDecoder(), start: start)
      }
    run.frames = request.deinterlaces ? DeinterlacedFrames(decoded, of: context) : decoded
    try packets.go(to: time, on: timeline)
  }

  /// The decoder as it is before its first packet: the same from range to range, where it can be made so.
  private func freshDecoder() throws -> any PacketDecoder {
    if let decoder, context.canFlushDecoder {
      decoder.flush()
      return decoder
    }
    let decoder = try context.decoder(threads: FrameSource.pictureThreads(for: context.stream.parameters.codec))
    self.decoder = decoder
    return decoder
  }

  func next() throws -> CMSampleBuffer? {
    while let (frame, time) = try nextFrame() {
      if run.range.end.isNumeric && time >= run.range.end { return try takeShownAtStart() }
      if run.range.start > .zero, time <= run.range.start {
        run.shownAtStart = (frame, time)
        continue
      }
      guard run.shownAtStart == nil else {
        run.ahead = (frame, time)
        return try takeShownAtStart()
      }
      return try sample(of: frame, at: time)
    }
    // The track ends before the range starts, or within the picture that is shown there.
    if let last = run.shownAtStart, last.time + timeline.duration(last.frame.duration) <= run.range.start { return nil }
    return try takeShownAtStart()
  }

  private func takeShownAtStart() throws -> CMSampleBuffer? {
    guard let (frame, time) = run.shownAtStart else { return nil }
    run.shownAtStart = nil
    return try sample(of: frame, at: time)
  }

  private func nextFrame() throws -> (Frame, CMTime)? {
    if let frame = run.ahead {
      run.ahead = nil
      return frame
    }
    guard let frame = try run.frames?.next() else { return nil }
    // Without a time of its own a picture follows the one before.
    let ticks = frame.pts ?? run.previousEnd ?? 0
    run.previousEnd = ticks + frame.duration
    return (frame, timeline.time(ticks))
  }

  private func sample(of frame: Frame, at time: CMTime) throws -> CMSampleBuffer {
    guard var picture = frame.picture else {
      throw MediaError(.damagedMedia, .decoding, "the decoder gave no picture", time: time)
    }
    picture.color = picture.color.completed(by: context.stream.parameters.color)
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
    guard let target = request.target(for: picture) else { return nil }
    if converter?.accepts(picture, target) != true { converter = try PictureAdapter(from: picture, to: target) }
    return converter
  }
}

extension ReadingContext {
  /// Whether a decoder of the track's pictures that is flushed is as it was before its first packet.
  ///
  /// So it is with codings whose key frames stand alone, and whose decoders drop every picture that they hold back. Others
  /// keep a picture over a flush, as the one for Sorenson 3 does, which then comes out in front of the next. One that was
  /// given the configuration of a later sample description does not go back to the first.
  fileprivate var canFlushDecoder: Bool {
    track.formatDescriptions.count == 1 && Self.flushedExactly.contains(stream.parameters.codec.name)
  }

  private static let flushedExactly: Set<String> = [
    "h264", "hevc", "av1", "vp8", "vp9", "mpeg1video", "mpeg2video", "mpeg4", "h263", "mjpeg", "prores", "dnxhd", "png",
    "rawvideo", "v210",
  ]
}
