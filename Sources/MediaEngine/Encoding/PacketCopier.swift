import CoreAudioTypes
import CoreGraphics
import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MediaTime

/// Copies samples: every sample of a buffer becomes a packet with the same bytes (WI-03, WI-68, WI-69).
final class PacketCopier: SampleEncoder {
  let timeBase: TimeBase
  private let clock: SessionClock
  private let hint: CMFormatDescription?
  private let referenceBase: URL?
  private let hidesMedia: Bool
  private var format: CMFormatDescription?
  private var lastDecodeTime: Int64?
  private var flac = CopiedFLAC()
  /// The seams between several parts. It is `nil` if the container cannot present parts of its media.
  private var seams: MediaSeams?
  /// The formats whose first packets have no media times yet, with the number of packets before each.
  private var waitingFormats: [(packetCount: Int, format: CMFormatDescription)] = []
  /// The number of packets whose media times are known, and the number of emitted packets.
  private var (placedCount, emittedCount) = (0, 0)

  /// - Parameter hidesMedia: what is before the session's start is copied, too, and hidden by the container.
  init(
    timeBase: TimeBase, sessionStart: CMTime, hint: CMFormatDescription?, referenceBase: URL?, hidesMedia: Bool,
    seams: MediaSeams? = nil
  ) {
    self.timeBase = timeBase
    self.seams = seams
    clock = SessionClock(timeBase: timeBase, start: sessionStart)
    self.hint = hint
    self.referenceBase = referenceBase
    self.hidesMedia = hidesMedia
  }

  func encode(_ sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void) throws {
    if let reference = SampleReference(sample) { return try refer(to: reference, of: sample, emit: emit) }
    if sample.imageBuffer != nil {
      throw MediaError(
        .unsupportedSettings, .encoding,
        "a decoded picture was appended to an input without output settings, which stores encoded samples")
    }
    // The packets need their bytes after the closure below has returned.
    let data = try sample.gatheredData()
    try emitFormat(of: sample, emit)
    try data.withContiguousBytes { bytes in
      try forEachPacket(of: sample, in: bytes.count) { packet, place in
        var packet = packet
        packet.bytes = UnsafeRawBufferPointer(rebasing: bytes[place])
        packet.owner = data
        flac.add(packet.bytes)
        try give(packet, emit)
      }
    }
  }

  private func emitFormat(of sample: CMSampleBuffer, _ emit: (EncodedSample) throws -> Void) throws {
    guard let new = sample.formatDescription ?? hint ?? format else {
      throw MediaError(
        .invalidOperation, .encoding, "a sample has no format description, and the input has no source format hint")
    }
    if new === format { return }
    if format.map({ !CMFormatDescriptionEqual($0, otherFormatDescription: new) }) ?? true {
      if placedCount == emittedCount { try emit(.format(new)) } else { waitingFormats.append((placedCount, new)) }
      flac.begin(new)
    }
    format = new
  }

  /// Emits packets for samples that lie in another file, one after the other (WI-71).
  private func refer(
    to reference: SampleReference, of sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void
  ) throws {
    try emitFormat(of: sample, emit)
    let location = reference.location(relativeTo: referenceBase)
    func place(_ range: Range<Int>) throws(MediaError) -> Packet.Reference {
      let (end, overflow) = reference.offset.addingReportingOverflow(Int64(range.upperBound))
      if overflow {
        throw MediaError(
          .invalidOperation, .encoding,
          "a sample buffer refers to \(range.upperBound) bytes at \(reference.offset)")
      }
      return Packet.Reference(location: location, offset: end - Int64(range.count), size: range.count)
    }
    try forEachPacket(of: sample, in: nil) { packet, range in
      var packet = packet
      packet.reference = try place(range)
      try give(packet, emit)
    }
  }

  func finish(emit: (EncodedSample) throws -> Void) throws {
    for packet in seams?.finish() ?? [] { try emitPlaced(packet, emit) }
    for waiting in waitingFormats { try emit(.format(waiting.format)) }
    waitingFormats = []
    if let completed = try flac.completedFormat { try emit(.completedFormat(completed)) }
  }

  /// Calls the closure with each packet of a buffer, still without its bytes, and with the range of the packet's bytes
  /// within the buffer's bytes.
  ///
  /// - Parameter byteCount: the number of all bytes; `nil` if they are in another file.
  private func forEachPacket(
    of sample: CMSampleBuffer, in byteCount: Int?, _ body: (Packet, Range<Int>) throws -> Void
  ) throws {
    if let size = frameSize(ofRun: sample, byteCount: byteCount ?? sample.totalSampleSize) {
      let frames = try framesInSession(sample.presentedFrames(timeBase), of: sample)
      if frames.isEmpty { return }
      return try body(run(of: frames, in: sample), frames.lowerBound * size..<frames.upperBound * size)
    }
    // If sizes are missing or wrong, the copier does not guess them.
    guard let places = sample.byteRanges(in: byteCount) else {
      throw MediaError(
        .invalidOperation, .encoding, "a buffer of samples does not state their sizes, or these exceed its data")
    }
    let presented = try presentedTime(of: sample)
    for (index, place) in places.enumerated() {
      var part = try packet(of: index, in: sample, presented: presented)
      if hidesMedia || part.beginInSession(format?.mediaType) { try body(part, place) }
    }
  }

  /// Returns the frames of a run that are not before the session's start, or all where the container can hide some.
  private func framesInSession(_ frames: Range<Int>, of sample: CMSampleBuffer) throws(MediaError) -> Range<Int> {
    guard !hidesMedia, let time = try clock.ticks(timing(of: 0, in: sample).presentationTimeStamp), time < 0 else {
      return frames
    }
    return min(frames.upperBound, max(frames.lowerBound, Int(clamping: -time)))..<frames.upperBound
  }

  /// Returns the size of a frame if the samples stay one run: linear PCM comes as thousands of samples of one size. It
  /// is `nil` for other samples.
  private func frameSize(ofRun sample: CMSampleBuffer, byteCount: Int) -> Int? {
    guard let format = sample.formatDescription?.audioStreamBasicDescription, format.mFormatID == kAudioFormatLinearPCM,
      sample.numSamples > 1, byteCount == sample.numSamples * Int(format.mBytesPerFrame)
    else { return nil }
    return Int(format.mBytesPerFrame)
  }

  /// Returns frames of linear PCM as one packet. Trimmed frames are not written, since not every container can leave
  /// out a part of a packet.
  private func run(of frames: Range<Int>, in sample: CMSampleBuffer) throws(MediaError) -> Packet {
    var packet = try packet(of: 0, in: sample, presented: (nil, nil))
    packet.pts = packet.pts.map { $0 + Int64(frames.lowerBound) }
    packet.dts = packet.dts.map { $0 + Int64(frames.lowerBound) }
    packet.duration = max(0, try clock.duration(sample.duration) - Int64(sample.numSamples - frames.count))
    return packet
  }

  /// The presented stretch of a trimmed buffer, in ticks. An end at which nothing is trimmed is `nil` (WI-69).
  private typealias PresentedTime = (start: Int64?, end: Int64?)

  private func presentedTime(of sample: CMSampleBuffer) throws(MediaError) -> PresentedTime {
    let front = try trim(sample, kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    let back = try trim(sample, kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    guard front > 0 || back > 0, let start = try clock.ticks(timing(of: 0, in: sample).presentationTimeStamp) else {
      return (nil, nil)
    }
    let end = start + (try clock.duration(sample.duration))
    return (front > 0 ? start + front : nil, back > 0 ? end - back : nil)
  }

  /// Returns the times of a sample, including the shift by the client.
  private func timing(of index: Int, in sample: CMSampleBuffer) -> CMSampleTimingInfo {
    var timing = sample.timingInfo(at: index) ?? .invalid
    if let shift = sample.outputShift {
      timing.presentationTimeStamp = timing.presentationTimeStamp + shift
      timing.decodeTimeStamp = timing.decodeTimeStamp + shift
    }
    return timing
  }

  private func packet(
    of index: Int, in sample: CMSampleBuffer, presented: PresentedTime
  ) throws(MediaError) -> Packet {
    let timing = timing(of: index, in: sample)
    let pts = try clock.ticks(timing.presentationTimeStamp)
    guard let given = try clock.ticks(timing.decodeTimeStamp) ?? pts else {
      throw MediaError(.invalidOperation, .encoding, "a sample has no numeric time")
    }
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(start: nil, count: 0), owner: nil, pts: pts, dts: given,
      duration: try clock.duration(timing.duration), timeBase: timeBase)
    let flags = sample.flags(at: index)
    packet.isKeyFrame = !flags.contains(.notSync)
    packet.dependency = SampleDependency(flags)
    packet.isDiscarded = flags.contains(.doNotDisplay)
    packet.trim(to: presented.start, presented.end)
    if sample.numSamples == 1 {
      let sideData = sample.sideData
      if !sideData.isEmpty { packet.sideData = sideData }
    }
    return packet
  }

  /// Emits a packet at once, or through the seams, which emit the packets whose media times are known.
  private func give(_ packet: Packet, _ emit: (EncodedSample) throws -> Void) throws {
    guard seams != nil else { return try emit(.packet(ordered(packet))) }
    placedCount += 1
    try seams?.place(packet) { try emitPlaced($0, emit) }
  }

  /// Emits a packet whose media time is known. If a format begins with the packet, the format is emitted first.
  private func emitPlaced(_ packet: Packet, _ emit: (EncodedSample) throws -> Void) throws {
    while let waiting = waitingFormats.first, waiting.packetCount <= emittedCount {
      waitingFormats.removeFirst()
      try emit(.format(waiting.format))
    }
    emittedCount += 1
    try emit(.packet(ordered(packet)))
  }

  /// Returns a packet whose decode time is later than that of the packet before, as far as its presentation time
  /// allows.
  ///
  /// Two samples cannot be decoded at once. Their decode times can still be equal where a container rounds times more
  /// coarsely than the media does, and where pictures with more reordering follow pictures with less.
  private func ordered(_ packet: Packet) -> Packet {
    var packet = packet
    if let given = packet.dts, let last = lastDecodeTime, given <= last {
      packet.dts = max(last, min(last + 1, packet.pts ?? last))
    }
    lastDecodeTime = packet.dts
    packet.pts = packet.pts ?? packet.dts
    return packet
  }

  private func trim(_ sample: CMSampleBuffer, _ key: CFString) throws(MediaError) -> Int64 {
    guard let time = sample.attachedTime(key) else { return 0 }
    return try clock.duration(time)
  }
}

extension Packet {
  /// Cuts a packet at the session's start (AW-33), time 0. Pictures stay: others may depend on them. So does what the
  /// client has marked as not presented.
  ///
  /// - Returns: `false` where all of it is before the start.
  fileprivate mutating func beginInSession(_ mediaType: CMFormatDescription.MediaType?) -> Bool {
    guard mediaType != .video, !isDiscarded, let time = pts ?? dts, time < 0, duration > 0 else { return true }
    let rest = time + duration
    guard rest > 0 else { return false }
    if mediaType == .audio {
      trimStart = max(trimStart, Int(clamping: -time))
    } else {
      (pts, dts, duration) = (0, 0, rest)
    }
    return true
  }

  /// Trims a packet at the ends of the time that is presented: a buffer's trim may be longer than its first or last
  /// packet, and nothing of some packets is presented.
  fileprivate mutating func trim(to start: Int64?, _ end: Int64?) {
    guard let time = pts ?? dts else { return }
    // Without a duration there is nothing to compare with.
    let most = duration > 0 ? duration : .max
    if let start { trimStart = Int(clamping: min(most, max(0, start - time))) }
    if let end { trimEnd = Int(clamping: min(most, max(0, time + duration - end))) }
    if duration > 0, max(trimStart, trimEnd) == duration { isDiscarded = true }
  }
}

extension CMSampleBuffer {
  /// The amount by which a client moved the buffer in the output's time (WI-64), measured from the presentation time of
  /// its samples, without those that are trimmed at the start. It is `nil` if the client did not move the buffer.
  fileprivate var outputShift: CMTime? {
    if isPresentedAsTimed { return nil }
    let trim = attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtStart) ?? .zero
    let shift = writtenPresentationTimeStamp - (presentationTimeStamp + trim)
    return shift.isNumeric && shift != .zero ? shift : nil
  }
}
