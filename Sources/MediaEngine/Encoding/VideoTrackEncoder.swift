import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MediaTime

/// Encodes pictures: adapts each to the encoded size and format, and keeps its time.
final class VideoTrackEncoder: SampleEncoder {
  let timeBase: TimeBase
  private var times: PictureTimes
  private let fitting: PictureFitting
  private let encoder: any PictureEncoder
  /// The encoder, if it makes several passes.
  private let passes: PassEncoder?
  private var pictures = SourcePictures()
  private var keyFrames: KeyFrameSchedule
  private let hidesMedia: Bool
  /// The last picture before the session's start, if the container cannot hide it. It stays on until the next one is
  /// shown (WI-65), and begins with the session.
  private var early: CMSampleBuffer?

  /// - Parameters:
  ///   - passSpill: holds the packets of several passes; `nil` for one pass.
  ///   - hidesMedia: pictures before the session's start are encoded, too, and hidden by the container.
  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting that the encoder refuses.
  init(
    _ encoding: VideoSettings, timeBase: TimeBase, sessionStart: CMTime, isRealTime: Bool,
    segments: SegmentBoundaries?, passSpill: PacketSpill?, hidesMedia: Bool, first: CMSampleBuffer
  ) throws {
    self.timeBase = timeBase
    self.hidesMedia = hidesMedia
    let clock = SessionClock(timeBase: timeBase, start: sessionStart)
    times = PictureTimes(clock)
    let input = VideoInput(
      encoding, source: try Picture(of: first), first: first, timeBase: timeBase, isRealTime: isRealTime)
    fitting = PictureFitting(input)
    if let passSpill, let targets = PassTargets(encoding) {
      passes = try PassEncoder(input, targets, spill: passSpill)
    } else {
      passes = nil
    }
    encoder = try passes ?? makePictureEncoder(input)
    keyFrames = KeyFrameSchedule(
      interval: encoding.keyFrameIntervalDuration, segments: segments, clock: clock)
  }

  func encode(_ sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void) throws {
    let time = try times.ticks(of: sample)
    // Every pass counts all pictures.
    if time < 0, !hidesMedia, passes == nil {
      try times.advance(to: time, at: sample.writtenPresentationTimeStamp)
      early = sample
      return
    }
    if let shown = early.take(), time > 0 { try encode(shown, at: 0, lasting: time, emit) }
    try encode(sample, at: time, lasting: try times.clock.duration(sample.duration), emit)
  }

  private func encode(
    _ sample: CMSampleBuffer, at time: Int64, lasting duration: Int64, _ emit: (EncodedSample) throws -> Void
  ) throws {
    if passes?.wants(time) == false { return }
    try times.advance(to: time, at: sample.writtenPresentationTimeStamp)
    if passes != nil { pictures.add(sample) }
    let picture = try fitting.fit(sample)
    try encoder.encode(
      picture, pts: time, duration: duration,
      forceKeyFrame: keyFrames.isDue(at: time, isWanted: sample.forcesKeyFrame)
    ) { encoded in
      if case .packet(let packet) = encoded { keyFrames.didEmit(packet) }
      try emit(encoded)
    }
  }

  func finish(emit: (EncodedSample) throws -> Void) throws {
    if let shown = early.take() {
      let rest = try times.ticks(of: shown) + times.clock.duration(shown.duration)
      if rest > 0 { try encode(shown, at: 0, lasting: rest, emit) }
    }
    try encoder.finish(emit: emit)
  }

  func endPass(bits: ([EncodedSample]) throws -> Double?) throws -> [CMTimeRange]? {
    pictures.end()
    times.restart()
    return try passes?.endPass(bits: bits).map { $0.map(pictures.timeRange) }
  }

  var firstPass: (count: Int, end: CMTime)? { passes.map { ($0.firstPass.count, timeBase.time($0.firstPass.end)) } }
  var passReport: PassReport? { passes?.report }
}

extension CMSampleBuffer {
  /// A Boolean value that says whether the client wants this picture to be a key frame.
  fileprivate var forcesKeyFrame: Bool {
    (attachment(kCMSampleBufferAttachmentKey_ForceKeyFrame) as? NSNumber)?.boolValue ?? false
  }
}
