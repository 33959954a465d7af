import Bitstreams
internal import CLAME
package import MediaSupport

/// Encodes samples as MP3, with LAME itself, with exact gapless numbers.
///
/// Each packet is one whole frame, a key frame, timed in samples. The first input sample has pts 0, so the first
/// frame's pts is `-initialPadding`. The samples that a decoder must drop at both ends are also in the packets'
/// `trimStart` and `trimEnd`; the rest are exactly the input samples. One thread at a time.
package final class MP3Encoder {
  /// The delay of every decoder of layer III in samples: 528 of the filter bank and one more, by the convention of the
  /// LAME tag, whose own number only contains the encoder's delay.
  package static let decoderDelay = 529

  package let settings: Settings
  package let timeBase: TimeBase
  /// The number of samples per channel in a frame.
  package let frameSize: Int
  /// The number of samples per channel that a decoder outputs before the first input sample: the encoder's delay plus
  /// `decoderDelay`.
  package let initialPadding: Int
  /// The number of samples per channel that a decoder outputs after the last input sample. It is known after
  /// `finish(emit:)`.
  package private(set) var trailingPadding = 0
  /// The frame with the Xing or Info header and LAME's tag, which replaces the first packet. It is known after
  /// `finish(emit:)`, and `nil` without `writesTag`, and at bit rates whose frames are too short for it.
  package private(set) var tagFrame: [UInt8]?

  private let lame: OpaquePointer
  /// The bytes that LAME has written of a frame that is not complete yet, because its bit reservoir lets frames end
  /// late.
  private var unfinished: [UInt8] = []
  /// The whole frames that may still need `trimEnd`, which is known only at the end.
  private var held: [Packet] = []
  private var nextPTS: Int64
  private var isPlaceholderDue: Bool
  private var isFinished = false

  /// The greatest number of frames that the padding at the end extends over, since it is shorter than two frames.
  private static let framesWithPadding = 2

  /// Returns LAME's own limit for the bytes that a call can write (lame.h): 1.25 bytes a sample, plus the bytes that it
  /// had held back.
  private static func outputBound(sampleCount: Int) -> Int { sampleCount + sampleCount / 4 + flushBound }
  private static let flushBound = 7200
  /// The number of samples that are passed to LAME at once: longer buffers are passed in parts, so that one call's
  /// output stays small.
  private static let samplesAtOnce = 1 << 16

  /// Opens an encoder.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` naming the setting and the nearest value that MP3 has,
  ///   `.libraryMissing`.
  package init(_ settings: Settings) throws {
    try LoadedLibrary.lame.require(.encoding)
    try settings.validate()
    var lame = try Self.open(settings, scale: 1)
    // LAME reduces the volume at low bit rates, by up to 0.45 dB, so that fewer peaks are clipped. Everything else
    // expects the volume of the input.
    let scale = lame_get_scale(lame)
    if scale > 0, scale != 1 {
      lame_close(lame)
      lame = try Self.open(settings, scale: 1 / scale)
    }
    self.settings = settings
    self.lame = lame
    timeBase = TimeBase(ticksPerSecond: Int32(settings.sampleRate))
    frameSize = Int(lame_get_framesize(lame))
    initialPadding = Int(lame_get_encoder_delay(lame)) + Self.decoderDelay
    nextPTS = -Int64(initialPadding)
    isPlaceholderDue = settings.writesTag && settings.hasRoomForTag
    LiveObjects.increment()
  }

  /// - Parameter scale: the factor that LAME multiplies all samples by, in addition to a factor of its own.
  private static func open(_ settings: Settings, scale: Float) throws -> OpaquePointer {
    guard let lame = lame_init() else {
      throw MediaError(.outOfMemory, .encoding, "LAME cannot allocate memory")
    }
    do {
      lame_set_scale(lame, scale)
      try settings.apply(to: lame)
      return lame
    } catch {
      lame_close(lame)
      throw error
    }
  }

  deinit {
    lame_close(lame)
    LiveObjects.decrement()
  }

  /// Encodes samples, of any number, that follow the earlier ones without a gap.
  ///
  /// With `writesTag` the first packet is the placeholder: duration 0, `isTagPlaceholder`, pts that of the frame behind
  /// it.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for a format that is not the settings' or a finished encoder,
  ///   `.encodingFailed` from LAME, whatever `emit` throws.
  package func encode(_ buffer: PCMBuffer, emit: (Packet) throws -> Void) throws {
    guard !isFinished else {
      throw MediaError(.invalidOperation, .encoding, "samples follow the end of the MP3 stream")
    }
    guard Self.accepts(buffer.format, for: settings) else {
      throw MediaError(.invalidOperation, .encoding, "the samples are not of the MP3 encoder's format")
    }
    var rest = buffer
    while rest.sampleCount > 0 {
      let part = rest.split(at: Self.samplesAtOnce)
      try write(bound: Self.outputBound(sampleCount: part.sampleCount)) { Self.feed(lame, part, into: $0) }
      while held.count > Self.framesWithPadding { try emit(held.removeFirst()) }
    }
  }

  /// Ends the stream and emits the packets that are still held. Calling it again does nothing.
  package func finish(emit: (Packet) throws -> Void) throws {
    guard !isFinished else { return }
    isFinished = true
    try write(bound: Self.flushBound) { lame_encode_flush(lame, $0.baseAddress, Int32($0.count)) }
    guard unfinished.isEmpty else {
      throw MediaError(.encodingFailed, .encoding, "LAME ended its stream within a frame")
    }
    trailingPadding = max(0, Int(lame_get_encoder_padding(lame)) - Self.decoderDelay)
    var padding = trailingPadding
    for index in held.indices.reversed() where held[index].duration > 0 {
      held[index].trimEnd = min(padding, frameSize)
      padding -= held[index].trimEnd
    }
    tagFrame = readTagFrame()
    while !held.isEmpty { try emit(held.removeFirst()) }
  }

  /// Makes LAME write, and collects the whole frames.
  private func write(bound: Int, _ call: (UnsafeMutableBufferPointer<UInt8>) -> Int32) throws {
    let start = unfinished.count
    unfinished.append(contentsOf: repeatElement(0, count: bound))
    let written = unfinished.withUnsafeMutableBufferPointer { call(.init(rebasing: $0[start...])) }
    guard written >= 0 else {
      throw MediaError(.encodingFailed, .encoding, "LAME could not encode samples", code: written)
    }
    unfinished.removeLast(bound - Int(written))

    var position = 0
    while unfinished.count - position >= MPEGAudioHeader.size {
      let header = unfinished[position...].withUnsafeBytes { MPEGAudioHeader($0) }
      guard let header, header.layer == 3, let frameSize = header.frameSize else {
        throw MediaError(.encodingFailed, .encoding, "LAME wrote something that is not a frame")
      }
      guard unfinished.count - position >= frameSize else { break }
      held.append(packet(of: unfinished[position..<position + frameSize]))
      position += frameSize
    }
    unfinished.removeFirst(position)
  }

  private func packet(of frame: ArraySlice<UInt8>) -> Packet {
    let storage = frame.withUnsafeBytes { PacketStorage(copying: $0) }
    let isPlaceholder = isPlaceholderDue
    isPlaceholderDue = false
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(storage.bytes), owner: storage, pts: nextPTS, dts: nextPTS,
      duration: isPlaceholder ? 0 : Int64(frameSize), timeBase: timeBase)
    packet.isKeyFrame = true
    packet.isDiscarded = isPlaceholder
    packet.isTagPlaceholder = isPlaceholder
    packet.trimStart = Int(min(max(0, -nextPTS), packet.duration))
    nextPTS += packet.duration
    return packet
  }

  private func readTagFrame() -> [UInt8]? {
    let size = lame_get_lametag_frame(lame, nil, 0)
    guard size > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = min(size, lame_get_lametag_frame(lame, buffer.baseAddress, size))
    }
  }
}
