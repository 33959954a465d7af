import CoreMedia
import MediaInterop
import MediaSupport

/// A track's pictures encoded anew, in segments: samples in decode order, as one encoder would give them.
final class SegmentStage: ReadingStage {
  private let request: SegmentRequest
  private let timeRange: CMTimeRange
  private let presented: CMTimeRange
  private let counter: PictureCounter
  private let open: SegmentEncoder.OpenPictures
  private var isAtEnd = false
  /// From the first sample on.
  private var work: (encoder: SegmentEncoder, crew: SegmentCrew)?
  private var decodeTimes = StitchedDecodeTimes(delay: 0)
  private var samples: [CMSampleBuffer] = []

  /// Nothing is read yet.
  ///
  /// - Parameters:
  ///   - presented: where the track has pictures.
  ///   - counter: told of every picture that is encoded.
  ///   - open: for pictures in their decoder's own format.
  init(
    _ request: SegmentRequest, _ timeRange: CMTimeRange, presented: CMTimeRange, _ counter: PictureCounter,
    open: @escaping SegmentEncoder.OpenPictures
  ) {
    self.request = request
    self.timeRange = timeRange
    self.presented = presented
    self.counter = counter
    self.open = open
  }

  /// Ends what is still being encoded, and waits for that.
  deinit { work?.crew.stop() }

  func next() throws -> CMSampleBuffer? {
    if work == nil, !isAtEnd { try begin() }
    while samples.isEmpty, !isAtEnd {
      guard let work, let segment = try work.crew.next() else {
        isAtEnd = true
        break
      }
      samples = stitched(segment, work.encoder).reversed()
    }
    return samples.popLast()
  }

  private func begin() throws {
    guard let first = try open(timeRange).next() else {
      isAtEnd = true
      return
    }
    let encoder = try SegmentEncoder(request, first: first, open: open)
    decodeTimes = StitchedDecodeTimes(delay: encoder.reorderDelay)
    let step = SegmentPlan.step(near: request.step, keyFrameInterval: encoder.keyFrameInterval)
    let plan = SegmentPlan(
      of: timeRange, presented: presented, step: step, reach: SegmentCrew.reach * request.workerCount)
    let crew = SegmentCrew(encoder, plan, folder: request.folder, workerCount: request.workerCount, counter)
    work = (encoder, crew)
    crew.start()
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
