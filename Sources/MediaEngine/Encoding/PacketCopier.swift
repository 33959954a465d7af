import CoreAudioTypes
import CoreGraphics
import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MediaTime

/// Copies samples: every sample of a buffer becomes a packet, bytes untouched (WI-03, WI-68, WI-69).
final class PacketCopier: SampleEncoder {
  let timeBase: TimeBase
  private let clock: SessionClock
  private let hint: CMFormatDescription?
  private let referenceBase: URL?
  private var format: CMFormatDescription?
  private var lastDecodeTime: Int64?
  private var flac = CopiedFLAC()
  /// The places where several parts follow each other. It is `nil` where the container cannot show parts of its media.
  private var seams: MediaSeams?
  /// The formats that begin with packets whose places are not known yet, with the number of packets before each.
  private var waitingFormats: [(packetCount: Int, format: CMFormatDescription)] = []
  /// The number of packets that were placed, and of those that were emitted.
  private var (placedCount, emittedCount) = (0, 0)

  init(
    timeBase: TimeBase, sessionStart: CMTime, hint: CMFormatDescription?, referenceBase: URL?, seams: MediaSeams? = nil
  ) {
    self.timeBase = timeBase
    self.seams = seams
    clock = SessionClock(timeBase: timeBase, start: sessionStart)
    self.hint = hint
    self.referenceBase = referenceBase
  }

  func encode(_ sample: CMSampleBuffer, emit: (EncodedSample) throws -> Void) throws {
    if let reference = SampleReference(sample) { return try refer(to: reference, of: sample, emit: emit) }
    if sample.imageBuffer != nil {
      throw MediaError(
        .unsupportedSettings, .encoding,
        "a decoded picture was appended to an input without output settings, which stores encoded samples")
    }
    // The packets keep their bytes beyond the closure below.
    let data = try sample.gatheredData()
    try emitFormat(of: sample, emit)
    try data.withContiguousBytes { bytes in
      if isRun(sample, byteCount: bytes.count) { return try give(try run(of: sample, bytes, owner: data), emit) }
      for (index, range) in try places(of: sample, in: bytes.count).enumerated() {
        let part = UnsafeRawBufferPointer(rebasing: bytes[range])
        flac.add(part)
        try give(try packet(sample, index, part, owner: data), emit)
      }
    }
  }

  /// Returns the place of each sample in the bytes of all: nothing is guessed where sizes are missing or wrong.
  private func places(of sample: CMSampleBuffer, in byteCount: Int?) throws(MediaError) -> [Range<Int>] {
    if let ranges = sample.byteRanges(in: byteCount) { return ranges }
    throw MediaError(
      .invalidOperation, .encoding, "a buffer of samples does not state their sizes, or these exceed its data")
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
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    let size = sample.totalSampleSize
    if isRun(sample, byteCount: size) {
      var packet = try run(of: sample, nothing, owner: sample)
      packet.reference = try place(0..<size)
      return try give(packet, emit)
    }
    for (index, range) in try places(of: sample, in: nil).enumerated() {
      var packet = try packet(sample, index, nothing, owner: sample)
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

  /// Returns whether samples stay one run: linear PCM comes as thousands of samples of one size.
  private func isRun(_ sample: CMSampleBuffer, byteCount: Int) -> Bool {
    guard let format = sample.formatDescription?.audioStreamBasicDescription, format.mFormatID == kAudioFormatLinearPCM
    else { return false }
    return sample.numSamples > 1 && byteCount == sample.numSamples * Int(format.mBytesPerFrame)
  }

  private func run(
    of sample: CMSampleBuffer, _ bytes: UnsafeRawBufferPointer, owner: AnyObject
  ) throws(MediaError) -> Packet {
    var packet = try packet(sample, 0, bytes, owner: owner)
    packet.duration = try clock.duration(sample.duration)
    return packet
  }

  private func packet(
    _ sample: CMSampleBuffer, _ index: Int, _ bytes: UnsafeRawBufferPointer, owner: AnyObject
  ) throws(MediaError) -> Packet {
    var timing = sample.timingInfo(at: index) ?? .invalid
    if let shift = sample.outputShift {
      timing.presentationTimeStamp = timing.presentationTimeStamp + shift
      timing.decodeTimeStamp = timing.decodeTimeStamp + shift
    }
    let pts = try clock.ticks(timing.presentationTimeStamp)
    guard let given = try clock.ticks(timing.decodeTimeStamp) ?? pts else {
      throw MediaError(.invalidOperation, .encoding, "a sample has no numeric time")
    }
    var packet = Packet(
      bytes: bytes, owner: owner, pts: pts, dts: given, duration: try clock.duration(timing.duration),
      timeBase: timeBase)
    let flags = sample.flags(at: index)
    packet.isKeyFrame = !flags.contains(.notSync)
    packet.isDroppable = flags.contains(.droppable)
    packet.isDiscarded = flags.contains(.doNotDisplay)
    if sample.numSamples == 1 {
      let sideData = sample.sideData
      if !sideData.isEmpty { packet.sideData = sideData }
    }
    if index == 0 { packet.trimStart = try trim(sample, kCMSampleBufferAttachmentKey_TrimDurationAtStart) }
    if index == sample.numSamples - 1 {
      packet.trimEnd = try trim(sample, kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    }
    return packet
  }

  /// Emits a packet, or those whose places are known now.
  private func give(_ packet: Packet, _ emit: (EncodedSample) throws -> Void) throws {
    guard seams != nil else { return try emit(.packet(ordered(packet))) }
    placedCount += 1
    try seams?.place(packet) { try emitPlaced($0, emit) }
  }

  /// Emits a packet whose place is known, behind the format that begins with it.
  private func emitPlaced(_ packet: Packet, _ emit: (EncodedSample) throws -> Void) throws {
    while let waiting = waitingFormats.first, waiting.packetCount <= emittedCount {
      waitingFormats.removeFirst()
      try emit(.format(waiting.format))
    }
    emittedCount += 1
    try emit(.packet(ordered(packet)))
  }

  /// Returns a packet whose decode time is behind that of the packet before, as far as it is still decoded before it is
  /// shown.
  ///
  /// Two samples cannot be decoded at once. Their times say so where a container rounds times coarser than the media's
  /// own, and where pictures that are reordered more follow others that are reordered less.
  private func ordered(_ packet: Packet) -> Packet {
    var packet = packet
    if let given = packet.dts, let last = lastDecodeTime, given <= last {
      packet.dts = max(last, min(last + 1, packet.pts ?? last))
    }
    lastDecodeTime = packet.dts
    packet.pts = packet.pts ?? packet.dts
    return packet
  }

  private func trim(_ sample: CMSampleBuffer, _ key: CFString) throws(MediaError) -> Int {
    guard let time = sample.attachedTime(key) else { return 0 }
    return Int(clamping: try clock.duration(time))
  }
}

extension CMSampleBuffer {
  /// The time by which a client moved the buffer in the output's time (WI-64): from the presentation time of its
  /// samples, without those that are trimmed at the start. `nil` where the client did not move it.
  fileprivate var outputShift: CMTime? {
    if isPresentedAsTimed { return nil }
    let trim = attachedTime(kCMSampleBufferAttachmentKey_TrimDurationAtStart) ?? .zero
    let shift = writtenPresentationTimeStamp - (presentationTimeStamp + trim)
    return shift.isNumeric && shift != .zero ? shift : nil
  }
}
