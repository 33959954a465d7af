import CoreAudioTypes
import CoreGraphics
import CoreMedia
import MediaInterop
import MediaSupport

/// Passthrough: every sample of a buffer as a packet, bytes untouched (WI-03, WI-68, WI-69).
final class PacketCopier: SampleEncoder {
  let timeBase: TimeBase
  private let clock: SessionClock
  private let hint: CMFormatDescription?
  private var format: CMFormatDescription?
  private var lastDecodeTime: Int64?

  init(timeBase: TimeBase, sessionStart: CMTime, hint: CMFormatDescription?) {
    self.timeBase = timeBase
    clock = SessionClock(timeBase: timeBase, start: sessionStart)
    self.hint = hint
  }

  func encode(_ sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void) throws {
    guard let data = sample.dataBuffer else {
      throw MediaError(
        .unsupportedSettings, .encoding, "a decoded picture was appended to an input that stores samples as they come")
    }
    if let new = sample.formatDescription ?? hint, new !== format {
      if format.map({ !CMFormatDescriptionEqual($0, otherFormatDescription: new) }) ?? true { try emit(.format(new)) }
      format = new
    }
    try data.withContiguousBytes { bytes in
      var offset = 0
      if let size = evenSize(of: sample, in: bytes) { return try emit(.packet(run(of: sample, bytes, size, data))) }
      for index in 0..<sample.numSamples {
        let count = CMSampleBufferGetSampleSize(sample, at: index)
        guard count >= 0, offset + count <= bytes.count else {
          throw MediaError(.invalidOperation, .encoding, "a sample buffer's sizes exceed its data")
        }
        let part = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
        try emit(.packet(packet(sample, index, part, owner: data)))
        offset += count
      }
    }
  }

  func finish(emit: (EncodedSample) throws -> Void) throws {}

  /// Linear PCM comes as thousands of samples of one size: they stay one run.
  private func evenSize(of sample: CMSampleBuffer, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard
      let format = sample.formatDescription?.audioStreamBasicDescription, format.mFormatID == kAudioFormatLinearPCM,
      sample.numSamples > 1, bytes.count == sample.numSamples * Int(format.mBytesPerFrame)
    else { return nil }
    return Int(format.mBytesPerFrame)
  }

  private func run(of sample: CMSampleBuffer, _ bytes: UnsafeRawBufferPointer, _ size: Int, _ owner: AnyObject)
    -> Packet
  {
    var packet = packet(sample, 0, bytes, owner: owner)
    packet.duration = clock.duration(sample.duration)
    return packet
  }

  private func packet(
    _ sample: CMSampleBuffer, _ index: Int, _ bytes: UnsafeRawBufferPointer, owner: AnyObject
  ) -> Packet {
    let timing = sample.timingInfo(at: index) ?? .invalid
    let pts = clock.ticks(timing.presentationTimeStamp)
    // Two samples cannot be decoded at once: a container rounds times coarser than the media's own.
    let dts = max(clock.ticks(timing.decodeTimeStamp) ?? pts ?? 0, lastDecodeTime ?? .min)
    lastDecodeTime = dts
    var packet = Packet(
      bytes: bytes, owner: owner, pts: pts ?? dts, dts: dts, duration: clock.duration(timing.duration),
      timeBase: timeBase)
    let flags = sample.flags(at: index)
    packet.isKeyFrame = !flags.contains(.notSync)
    packet.isDroppable = flags.contains(.droppable)
    packet.isDiscarded = flags.contains(.doNotDisplay)
    if index == 0 { packet.trimStart = trim(sample, kCMSampleBufferAttachmentKey_TrimDurationAtStart) }
    if index == sample.numSamples - 1 {
      packet.trimEnd = trim(sample, kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    }
    return packet
  }

  private func trim(_ sample: CMSampleBuffer, _ key: CFString) -> Int {
    sample.attachedTime(key).map { Int(clamping: clock.duration($0)) } ?? 0
  }
}
