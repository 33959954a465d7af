import CoreMedia
import CoreVideo
import MediaInterop
import MediaSupport
import MediaTime

/// The encoder of one track, made when the first sample shows the input's format, and the timeline of its packets.
final class EncodingStage: @unchecked Sendable {
  // Sendable: used by the track's worker alone, which is one thread.
  private let configuration: TrackConfiguration
  private let passSpill: PacketSpill?
  private let showsParts: Bool
  private let hidesMedia: Bool
  private var encoder: (any SampleEncoder)?
  private(set) var timeline: TrackTimeline?
  /// The end of the last sample, as a marker behind it states it.
  private var markedEnd: Int64?

  /// - Parameters:
  ///   - passSpill: holds the packets of several passes; `nil` for one pass.
  ///   - showsParts: the container can say that a track shows several parts of its media.
  ///   - hidesMedia: the container can hide media before the session's start (AW-33). Elsewhere it is left out.
  init(configuration: TrackConfiguration, passSpill: PacketSpill?, showsParts: Bool, hidesMedia: Bool) {
    self.configuration = configuration
    self.passSpill = passSpill
    self.showsParts = showsParts
    self.hidesMedia = hidesMedia
  }

  /// Takes the encoded samples of a track, with their decode times in nanoseconds from the session's start.
  typealias Emit = (EncodedSample, _ decodeTime: Int64) throws -> Void

  func encode(_ sample: CMSampleBuffer, sessionStart: CMTime, emit: Emit) throws {
    markedEnd = nil
    if sample.numSamples == 0 {
      markedEnd = try end(marked: sample, sessionStart)
      return
    }
    try sample.requireReadyData()
    let encoder = try encoder ?? makeEncoder(for: sample, sessionStart: sessionStart)
    try encoder.encode(sample) { try pass($0, encoder.timeBase, emit) }
  }

  /// Returns the end that a marker without samples sets for the sample before it (WI-66); `nil` for another marker.
  private func end(marked marker: CMSampleBuffer, _ sessionStart: CMTime) throws -> Int64? {
    let key = String(describing: kCMSampleBufferAttachmentKey_EndsPreviousSampleDuration)
    guard marker.storedAttachments[key] != nil, let encoder else { return nil }
    let clock = SessionClock(timeBase: encoder.timeBase, start: sessionStart)
    guard let timing = try? marker.sampleTimingInfos().first else { return nil }
    return try clock.ticks(timing.decodeTimeStamp) ?? clock.ticks(timing.presentationTimeStamp)
  }

  func finish(emit: Emit) throws {
    guard let encoder else { return }
    try encoder.finish { try pass($0, encoder.timeBase, emit) }
    if let markedEnd { timeline?.endLast(at: markedEnd) }
  }

  /// Ends a pass over the source: as `SampleEncoder.endPass`.
  func endPass(bits: ([EncodedSample]) throws -> Double?) throws -> [CMTimeRange]? {
    try encoder?.endPass(bits: bits)
  }

  var firstPass: (count: Int, end: CMTime)? { encoder?.firstPass }
  var passReport: PassReport? { encoder?.passReport }

  private func pass(_ sample: EncodedSample, _ timeBase: TimeBase, _ emit: Emit) throws {
    var decodeTime = Int64.min
    if case .packet(let packet) = sample {
      timeline?.didWrite(packet)
      decodeTime = timeBase.rescale((packet.dts ?? packet.pts ?? 0) - packet.editShift, to: .nanoseconds)
    }
    try emit(sample, decodeTime)
  }

  private func makeEncoder(
    for sample: CMSampleBuffer, sessionStart: CMTime
  ) throws -> any SampleEncoder {
    let made: any SampleEncoder =
      switch configuration.encoding {
      case .copy:
        PacketCopier(
          timeBase: .media(timeScale: configuration.mediaTimeScale, of: sample), sessionStart: sessionStart,
          hint: configuration.formatHint, referenceBase: configuration.sampleReferenceBaseURL, hidesMedia: hidesMedia,
          seams: showsParts && [.audio, .video, .timeCode].contains(configuration.mediaType) ? MediaSeams() : nil)
      case .video(let encoding):
        try VideoTrackEncoder(
          encoding, timeBase: .media(timeScale: configuration.mediaTimeScale, of: sample),
          sessionStart: sessionStart, isRealTime: configuration.isRealTime,
          segments: configuration.segmentBoundaries, passSpill: passSpill, hidesMedia: hidesMedia, first: sample)
      case .audio(let encoding):
        try AudioTrackEncoder(encoding, sessionStart: sessionStart, hidesMedia: hidesMedia, first: sample)
      }
    encoder = made
    timeline = TrackTimeline(timeBase: made.timeBase)
    return made
  }
}
