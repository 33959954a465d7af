internal import CFFmpeg
package import MediaSupport
import MediaTime

/// Decodes packets of one stream to frames: the owner of one `AVCodecContext`.
///
/// Call `send` until it returns `false`, then `receive` until it returns `needsInput`, and so on. After the last packet
/// call `drain()`, then `receive` until `end`. Use it from one thread at a time. It may have threads of its own; their
/// number affects when a frame is returned, but not its content.
/// number changes the time at which a frame comes out but not its content.
package final class Decoder {
  package let timeBase: TimeBase
  let context: UnsafeMutablePointer<AVCodecContext>
  let log: LibraryLog
  /// The time of the last packet that was sent, which is attached to errors. With threads, the broken packet may be
  /// some packets earlier.
  private var lastTime: Int64?
  /// The packets that the decoder works on. The number of threads is known once the decoder is open.
  private var packets = PacketsAtWork(threadCount: 1)
  /// A Boolean value that says whether frames have the times of their packets even if these are out of order. By
  /// default the library then uses decode times instead.
  package var keepsPacketTimes = false
  private let isVorbis: Bool
  /// A Boolean value that says whether pictures are searched for parts that were not decoded.
  private let watchesPictures: Bool
  /// A Boolean value that says whether the next packet is the first one that the decoder works on.
  private var isAtStart = true
  /// The trimming of samples; `nil` for codecs whose samples the library trims.
  private var trim: SoundTrim?

  /// Opens the decoder for a stream.
  ///
  /// - Parameters:
  ///   - timeBase: the unit of the packets' times, and of the frames'.
  ///   - threads: the number of threads that it may use; with 1 it uses only the caller's thread.
  ///   - options: the library's private options of this decoder, by name.
  /// - Throws: `decoderNotFound` (also for an unsupported form of the coding), `damagedMedia` (a configuration that is
  ///   not accepted), `outOfMemory`.
  package init(
    _ parameters: CodecParameters, timeBase: TimeBase, threads: Int = 1, options: [String: String] = [:]
  ) throws(MediaError) {
    try LoadedLibrary.avcodec.require(.decoding)
    log = try LibraryLog()
    self.timeBase = timeBase
    trim = SoundTrim(parameters)
    isVorbis = parameters.codec == .vorbis
    guard let codec = parameters.decoder else {
      throw MediaError(.decoderNotFound, .decoding, "no decoder for '\(parameters.codec.name)'")
    }
    guard let context = avcodec_alloc_context3(codec) else { throw .outOfMemory(.decoding) }
    self.context = context
    LiveObjects.increment()
    cff_log_attach_codec(context, log.pointer)
    try check(
      parameters.withCParameters { avcodec_parameters_to_context(context, $0) }, .damagedMedia, .decoding,
      "cannot set up the decoder")
    context.pointee.pkt_timebase = timeBase.cValue
    context.pointee.thread_count = Int32(clamping: max(1, threads))
    context.pointee.thread_type = FF_THREAD_FRAME | FF_THREAD_SLICE
    context.pointee.err_recognition |= parameters.codec.errorRecognition
    watchesPictures = parameters.codec.endsPicturesInSilence
    if watchesPictures { cff_log_watch_pictures(context, log.pointer, Int32(parameters.smallestTreeBlock)) }
    // Crop exactly, even if a row's start is then not aligned.
    context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in options { av_dict_set(&dictionary, key, value, 0) }
    let opened = avcodec_open2(context, codec, &dictionary)
    // An unsupported form of the coding does not mean that the media is damaged.
    let isForeign = opened == cff_error_patch_welcome || opened == cff_error(ENOSYS)
    try check(
      opened, isForeign ? .decoderNotFound : .damagedMedia, .decoding,
      "cannot open the decoder for '\(parameters.codec.name)'")
    let hasThreads = context.pointee.active_thread_type & FF_THREAD_FRAME != 0
    packets = PacketsAtWork(
      threadCount: hasThreads ? Int(context.pointee.thread_count) : 1, queuesFrames: cff_decoder_queues_frames)
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
    LiveObjects.decrement()
  }

  /// The number of packets that were sent so far, including those that could not be decoded.
  package var packetCount: Int { packets.sentCount }

  /// The output of a call for a frame.
  package enum Output {
    case frame(Frame)
    /// There is no output before the next packet.
    case needsInput
    /// There is no more output, because the decoder was drained.
    case end
  }

  /// Sends a packet, which may be released afterwards.
  ///
  /// - Returns: `false` if the decoder accepts none before its output was received; the packet must then be sent again.
  /// - Throws: `damagedMedia` for this or an earlier packet that cannot be decoded; later ones may still be.
  ///   `invalidOperation` after `drain()`.
  package func send(_ packet: Packet) throws(MediaError) -> Bool {
    // The library interprets a packet without bytes as the end of the stream, but a container may contain one.
    if packet.bytes.isEmpty {
      packets.didSkip()
      return true
    }
    lastTime = packet.pts ?? packet.dts ?? lastTime
    guard !isVorbis || !packet.isBrokenVorbisHeader else {
      packets.didSkip()
      throw MediaError(.damagedMedia, .decoding, "a header of Vorbis is damaged", time: lastTime.map(timeBase.time))
    }
    var given = packet
    if trim != nil { (given.trimStart, given.trimEnd, given.isDiscarded) = (0, 0, false) }
    // The first packet of Vorbis completes no samples, so the library would drop those of the next one.
    if isVorbis, isAtStart { given.trimStart = 0 }
    let owner = try LibraryPacket(given)
    defer { withExtendedLifetime(owner) {} }
    cff_log_attach_packet(context, log.pointer, Int64(packetCount))
    if watchesPictures, packet.newExtradata != nil {
      cff_log_set_block(log.pointer, Int32(CodecParameters.leastTreeBlock))
    }
    packets.willSend()
    do throws(MediaError) {
      guard try send(owner.pointer) else {
        // The packet that is decoded during this call is an earlier one.
        cff_log_attach_packet(context, log.pointer, Int64(max(0, packetCount - 1)))
        return false
      }
    } catch {
      didSend()
      throw error
    }
    didSend()
    isAtStart = false
    trim?.add(packet)
    return true
  }

  /// Notes that no packet follows: the frames that it holds back are returned now.
  package func drain() throws(MediaError) {
    packets.willDrain()
    _ = try send(nil)
  }

  /// Discards the frames that it holds back, to continue at another position or after `end`.
  package func flush() {
    avcodec_flush_buffers(context)
    log.reset()
    lastTime = nil
    packets.didFlush()
    isAtStart = true
    trim?.reset()
  }

  /// Returns the next frame in presentation order.
  ///
  /// - Throws: `damagedMedia` as `send`.
  package func receive() throws(MediaError) -> Output {
    while true {
      let output = try receiveWhole()
      guard case .frame(let frame) = output, trim != nil else { return output }
      trim?.apply(to: frame)
      if frame.sampleCount > 0 { return output }
    }
  }

  private func receiveWhole() throws(MediaError) -> Output {
    let frame = try Frame(timeBase: timeBase)
    packets.willReceive()
    let progress = try placed { () throws(MediaError) in
      try checkProgress(
        avcodec_receive_frame(context, frame.pointer), .damagedMedia, .decoding, "cannot decode")
    }
    switch progress {
    case .again: return .needsInput
    case .end:
      packets.didEnd()
      return .end
    case .done:
      packets.didReceive()
      frame.keepsPacketTime = keepsPacketTimes
      return .frame(frame)
    }
  }

  /// Removes and returns the complaint about the earliest packet whose decoding has ended; `nil` if there is none.
  ///
  /// The decoder's own threads may still work on the latest packets. The complaints about those depend on the timing of
  /// the threads, so they are not returned until their decoding has ended.
  package func takeComplaint() -> Complaint? {
    log.settlePictures(before: packets.firstUnfinished)
    return log.takeComplaint(before: packets.firstUnfinished)
  }

  /// The complaint for an error of `send` or `receive`: with threads, about the earliest packet that it may belong to.
  package var failure: Complaint { Complaint(packet: packets.earliest, isOfMedia: true) }

  private func didSend() {
    packets.didSend()
    // The memory of decoded pictures is released, even if complaints are not queried.
    log.settlePictures(before: packets.firstUnfinished)
  }

  private func send(_ packet: UnsafePointer<AVPacket>?) throws(MediaError) -> Bool {
    let progress = try placed { () throws(MediaError) in
      try checkProgress(avcodec_send_packet(context, packet), .damagedMedia, .decoding, "cannot decode")
    }
    if progress == .end, packet != nil {
      throw MediaError(.invalidOperation, .decoding, "the decoder was drained and takes no packet before a flush")
    }
    return progress != .again
  }

  /// Adds to an error the media time at which it happened, and the messages of the decoder's own threads.
  private func placed<Value>(_ body: () throws(MediaError) -> Value) throws(MediaError) -> Value {
    do {
      return try body()
    } catch {
      var error = error
      if error.libraryMessage == nil { error.libraryMessage = log.lastLine }
      throw error.adding(time: lastTime.map(timeBase.time))
    }
  }
}

extension Packet {
  /// A Boolean value that says whether it begins like a header of Vorbis but is none (Vorbis I specification, 4.2.1).
  /// The library's decoder would reset the stream's configuration, and decode nothing after it.
  fileprivate var isBrokenVorbisHeader: Bool {
    guard let first = bytes.first, first & 1 != 0 else { return false }
    return !bytes.dropFirst().starts(with: "vorbis".utf8)
  }
}

extension CodecParameters {
  /// The library's default decoder. For VP8 and VP9 with alpha pictures it is the decoder that supports them.
  fileprivate var decoder: UnsafePointer<AVCodec>? {
    let usual = avcodec_find_decoder(codec.cValue)
    guard hasAlphaBesidePictures, pixelFormat?.hasAlpha == true else { return usual }
    return avcodec_find_decoder_by_name(codec == .vp8 ? "libvpx" : "libvpx-vp9") ?? usual
  }
}

extension CodecID {
  /// A Boolean value that says whether a decoder may silently leave a part of a picture undecoded: HEVC's ends a
  /// picture wherever a broken slice says that it ends.
  fileprivate var endsPicturesInSilence: Bool { self == .hevc }

  /// The checks that a decoder makes in addition to the necessary ones. They were chosen by changing bits in files of
  /// thirty codings, and by decoding two hundred intact files, none of which may be refused.
  ///
  /// Without checksums, a broken frame of FLAC or E-AC-3 is silently decoded to noise. HEVC's decoder skips a unit that
  /// it cannot parse, and reports it only when it must stop at errors; Motion JPEG's skips a scan. MP3's reports a part
  /// that reaches beyond its end only with strict reading. For other codings, strictness finds nothing more; and
  /// stopping at errors would prevent H.264's decoder from beginning at a random-access point within a stream.
  fileprivate var errorRecognition: Int32 {
    switch self {
    case .hevc, .mjpeg: AV_EF_CRCCHECK | AV_EF_EXPLODE
    case .mp3: AV_EF_CRCCHECK | AV_EF_COMPLIANT
    default: AV_EF_CRCCHECK
    }
  }
}
