internal import CFFmpeg
package import MediaSupport

/// Encodes samples as AAC, PCM or another codec of libavcodec.
///
/// The first input sample has pts 0, so with a codec that has priming the first packet's pts is `-initialPadding`.
/// Packets are contiguous. The samples that a decoder must drop at both ends are in their `trimStart` and `trimEnd`.
/// One thread at a time; the library uses no threads of its own.
package final class AudioEncoder {
  /// The number of samples in a packet of a codec whose packets can have any number: a twelfth of a second at 48 kHz.
  private static let freePacketSize = 4096

  /// The only sample format that `encode` accepts.
  package let inputFormat: AudioFormat
  /// The stream's parameters for a container, with its configuration, padding and packet size. After `finish` the
  /// configuration also has the facts that are known only at the end of the stream, if the codec has such.
  package private(set) var parameters: CodecParameters
  package let timeBase: TimeBase
  /// The number of samples per channel that the decoder outputs before the first input sample.
  package let initialPadding: Int
  /// The number of samples per channel that the library takes at a time. Each packet decodes to as many, except those
  /// of Vorbis and possibly the last one: it has fewer if the codec is lossless, and as many if the codec pads it.
  package let frameSize: Int

  private let context: EncoderContext
  private let fillsLastFrame: Bool
  /// A Boolean value that says whether the library returns the packets that it still holds at the end.
  private let isDrained: Bool
  /// The blocks of Vorbis, whose packets differ in length.
  private let blocks: VorbisBlocks?
  /// The number of samples in `frame`, and of those given to the library.
  private var filled = 0
  private var given: Int64 = 0
  private var nextPTS: Int64
  private var isFinished = false

  /// Opens an encoder.
  ///
  /// - Throws: `MediaError(.libraryMissing)`, `.encoderNotFound`, and `.unsupportedSettings` naming the setting.
  package init(_ settings: Settings) throws {
    try LoadedLibrary.avcodec.require(.encoding)
    guard let codec = settings.codec.encoder, codec.pointee.type == AVMEDIA_TYPE_AUDIO else {
      throw MediaError(.encoderNotFound, .encoding, "this build has no audio encoder for \(settings.codec)")
    }
    try settings.validate()
    context = try EncoderContext(codec, of: settings.codec, input: "samples") { settings.apply(to: $0, codec) }
    let opened = context.pointer.pointee
    guard let kind = SampleFormat.format(opened.sample_fmt) else {
      throw MediaError(.internalError, .encoding, "\(settings.codec) takes samples of an unknown format")
    }
    inputFormat = AudioFormat(
      sampleRate: settings.sampleRate, layout: settings.layout, sampleFormat: kind.sampleFormat,
      isPlanar: kind.isPlanar)
    parameters = try CodecParameters(context: context.pointer)
    frameSize = opened.frame_size > 0 ? Int(opened.frame_size) : Self.freePacketSize
    isDrained = codec.pointee.capabilities & AV_CODEC_CAP_DELAY != 0
    fillsLastFrame = opened.frame_size > 0 && !settings.codec.isLossless
    blocks = settings.codec == .vorbis ? VorbisBlocks(headers: parameters.extradata) : nil
    timeBase = TimeBase(ticksPerSecond: Int32(settings.sampleRate))
    initialPadding = Int(opened.initial_padding)
    nextPTS = -Int64(initialPadding)
    try makeRoom()
  }

  /// Encodes samples, of any number, that follow the earlier ones without a gap.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for a format that is not `inputFormat` or a finished encoder,
  ///   `.encodingFailed` from the library, whatever `emit` throws.
  package func encode(_ buffer: PCMBuffer, emit: (Packet) throws -> Void) throws {
    guard !isFinished else {
      throw MediaError(.invalidOperation, .encoding, "samples follow the end of the stream")
    }
    guard buffer.format == inputFormat else {
      throw MediaError(.invalidOperation, .encoding, "the samples are not of the encoder's format")
    }
    var rest = buffer
    while rest.sampleCount > 0 {
      if filled == 0 {
        try check(
          av_frame_make_writable(context.frame), .outOfMemory, .encoding, "cannot make room for samples")
      }
      let part = rest.split(at: frameSize - filled)
      for (index, plane) in part.planes.enumerated() {
        (UnsafeMutableRawPointer(cff_frame_plane(context.frame, Int32(index))!) + filled * part.bytesPerFrame)
          .copyMemory(from: plane, byteCount: part.sampleCount * part.bytesPerFrame)
      }
      filled += part.sampleCount
      if filled == frameSize { try flushFrame(emit) }
    }
  }

  /// Ends the stream and emits the packets that are still held. Calling it again does nothing.
  package func finish(emit: (Packet) throws -> Void) throws {
    guard !isFinished else { return }
    isFinished = true
    // With AC-3 the last samples are only heard with the packet behind theirs, because of the delay of its first ones.
    let needsSilence = !isDrained && filled > 0 && nextPTS + Int64(frameSize) < given + Int64(filled)
    if filled > 0 { try flushFrame(fillingUp: needsSilence, emit) }
    // A stream without samples has no packets, not even priming.
    guard given > 0 else { return }
    while !isDrained, nextPTS < given { try flushFrame(fillingUp: true, emit) }
    try context.finish { try pass($0, emit) }
  }

  /// - Parameter fillingUp: a Boolean value that says whether the frame is padded with silence, which does not count as
  ///   input.
  private func flushFrame(fillingUp: Bool = false, _ emit: (Packet) throws -> Void) throws {
    let frame = context.frame
    if fillingUp {
      try check(av_frame_make_writable(frame), .outOfMemory, .encoding, "cannot make room for samples")
      av_samples_set_silence(
        frame.pointee.extended_data, Int32(filled), Int32(frameSize - filled), Int32(inputFormat.layout.count),
        context.pointer.pointee.sample_fmt)
    }
    frame.pointee.nb_samples = Int32(fillingUp ? frameSize : filled)
    frame.pointee.pts = given
    given += Int64(filled)
    filled = 0
    try context.encode { try pass($0, emit) }
  }

  private func pass(_ packet: LibraryPacket, _ emit: (Packet) throws -> Void) throws {
    let isMedia = packet.pointer.pointee.size > 0
    let packet = packet.packet(timeBase: timeBase)
    // FLAC's encoder ends with a packet that has only a new configuration.
    if let extradata = packet.newExtradata { parameters.extradata = extradata }
    if isMedia { try emit(timed(packet)) }
  }

  /// Returns the packet with the times that follow from the count of samples.
  private func timed(_ packet: Packet) -> Packet {
    var packet = packet
    let usual = fillsLastFrame ? Int64(frameSize) : min(Int64(frameSize), given - nextPTS)
    let size = blocks?.sampleCount(of: packet.bytes).map { Int64($0) } ?? usual
    packet.pts = nextPTS
    packet.dts = nextPTS
    packet.duration = size
    packet.isKeyFrame = true
    packet.trimStart = Int(min(max(0, -nextPTS), size))
    packet.trimEnd = isFinished ? Int(min(max(0, nextPTS + size - given), size)) : 0
    nextPTS += size
    return packet
  }

  /// Allocates the frame's memory, for as many samples as a packet has.
  private func makeRoom() throws {
    let frame = context.frame
    frame.pointee.nb_samples = Int32(frameSize)
    frame.pointee.format = context.pointer.pointee.sample_fmt.rawValue
    frame.pointee.sample_rate = context.pointer.pointee.sample_rate
    try check(
      av_channel_layout_copy(&frame.pointee.ch_layout, &context.pointer.pointee.ch_layout), .outOfMemory, .encoding,
      "cannot make room for samples")
    try check(av_frame_get_buffer(frame, 0), .outOfMemory, .encoding, "cannot make room for samples")
  }
}

extension AudioEncoder.Settings {
  fileprivate func apply(to context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>) {
    context.pointee.sample_rate = Int32(sampleRate)
    context.pointee.ch_layout = layout.cValue
    context.pointee.sample_fmt = cSampleFormat(for: codec)
    context.pointee.time_base = AVRational(num: 1, den: Int32(sampleRate))
    context.pointee.bit_rate = Int64(bitRate ?? 0)
    // The configuration must be outside of the packets, and no version string inside them.
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    context.pointee.thread_count = 1
  }
}
