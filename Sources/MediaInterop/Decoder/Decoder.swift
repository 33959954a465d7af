internal import CFFmpeg
package import MediaSupport
import MediaTime

/// Turns packets of one stream into frames: the owner of one `AVCodecContext`.
///
/// Call `send` until it answers false, then `receive` until it answers `needsInput`, and so on; after the last packet
/// `drain()`, then `receive` until `end`. Use it from one thread at a time. It may have threads of its own; their
/// number changes the time at which a frame comes out but not its content.
package final class Decoder {
  package let timeBase: TimeBase
  let context: UnsafeMutablePointer<AVCodecContext>
  let log: LibraryLog
  /// The time of the packet that was sent last, which errors carry. With threads, the broken packet may be some packets
  /// earlier.
  private var lastTime: Int64?
  /// The packets that the decoder works on. The number of its threads is known once it is open.
  private var packets = PacketsAtWork(threadCount: 1)
  /// A Boolean value that says whether frames have the times of their packets also where these are out of order. By
  /// default the library then takes decode times instead.
  package var keepsPacketTimes = false
  private let isVorbis: Bool
  /// A Boolean value that says whether parts of pictures are looked for that were not decoded.
  private let watchesPictures: Bool
  /// A Boolean value that says whether the next packet is the first one that the decoder works on.
  private var isAtStart = true
  /// The trimming of samples. Nil for codecs whose samples the library trims.
  private var trim: SoundTrim?

  /// Opens the decoder for a stream.
  ///
  /// - Parameters:
  ///   - timeBase: the unit of the packets' times, and of the frames'.
  ///   - threads: the number of threads it may use; 1 is the caller's alone.
  ///   - options: the library's private options of this decoder, by name.
  /// - Throws: `decoderNotFound` (also for a form of the coding that it does not have), `damagedMedia` (a configuration
  ///   that it does not take), `outOfMemory`.
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
    // Crop to the pixel also where that leaves a row's start unaligned.
    context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in options { av_dict_set(&dictionary, key, value, 0) }
    let opened = avcodec_open2(context, codec, &dictionary)
    // A form of the coding that the library does not have tells nothing about the media.
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
    /// Nothing before the next packet.
    case needsInput
    /// Nothing more: it was drained.
    case end
  }

  /// Gives it a packet, which may be dropped afterwards.
  ///
  /// - Returns: false where it takes none before its output was received; the packet is to be sent again.
  /// - Throws: `damagedMedia` for a packet, or for one sent earlier, that cannot be decoded: the next ones still can
  ///   be. `invalidOperation` after `drain()`.
  package func send(_ packet: Packet) throws(MediaError) -> Bool {
    // The library takes a packet without bytes for the end of the stream; a container may well hold one.
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
    // The first packet of Vorbis completes no samples: the library would drop those of the next one.
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
        // The packet that is decoded meanwhile is an earlier one.
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

  /// Says that no packet follows: the frames that it holds back come out now.
  package func drain() throws(MediaError) {
    packets.willDrain()
    _ = try send(nil)
  }

  /// Discards the frames that it holds back, to continue at another place or after `end`.
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

  /// Takes the complaint about the earliest packet whose decoding has ended; `nil` where there is none.
  ///
  /// The decoder's own threads still work on the latest packets: the complaints about those so far depend on how busy
  /// the threads are, and are not told before their turn.
  package func takeComplaint() -> Complaint? {
    log.settlePictures(before: packets.firstUnfinished)
    return log.takeComplaint(before: packets.firstUnfinished)
  }

  /// The complaint that stands for an error of `send` or `receive`: with threads, about the earliest packet that it may
  /// belong to.
  package var failure: Complaint { Complaint(packet: packets.earliest, isOfMedia: true) }

  private func didSend() {
    packets.didSend()
    // The memory of decoded pictures is given back, whether or not somebody asks for complaints.
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

  /// Adds to an error the time in the media where it happened, and the messages of the decoder's own threads.
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
  /// A Boolean value that says whether it begins as a header of Vorbis and is none (Vorbis I specification, 4.2.1). The
  /// library's decoder would forget the stream's configuration for it, and decode nothing behind it.
  fileprivate var isBrokenVorbisHeader: Bool {
    guard let first = bytes.first, first & 1 != 0 else { return false }
    return !bytes.dropFirst().starts(with: "vorbis".utf8)
  }
}

extension CodecParameters {
  /// The library's usual decoder, which for the alpha beside VP8's and VP9's pictures is the one that reads it.
  fileprivate var decoder: UnsafePointer<AVCodec>? {
    let usual = avcodec_find_decoder(codec.cValue)
    guard hasAlphaBesidePictures, pixelFormat?.hasAlpha == true else { return usual }
    return avcodec_find_decoder_by_name(codec == .vp8 ? "libvpx" : "libvpx-vp9") ?? usual
  }
}

extension CodecID {
  /// A Boolean value that says whether a decoder may leave a part of a picture as the memory was and say nothing:
  /// HEVC's ends a picture wherever a broken slice says that it ends.
  fileprivate var endsPicturesInSilence: Bool { self == .hevc }

  /// The checks of a decoder beyond those that it needs. They were chosen by changing bits in files of thirty codings,
  /// and by decoding two hundred whole files, none of which may be refused.
  ///
  /// Checksums: without them a broken frame of FLAC or E-AC-3 decodes to noise without a word. HEVC's decoder leaves
  /// out a unit that it cannot parse, and tells only when told to give up at errors; Motion JPEG's leaves out a scan.
  /// MP3's tells only of strict reading that a part reaches beyond its end. For other codings no level of strictness
  /// finds more; and giving up at errors would keep H.264's from beginning at a random-access point within a stream.
  fileprivate var errorRecognition: Int32 {
    switch self {
    case .hevc, .mjpeg: AV_EF_CRCCHECK | AV_EF_EXPLODE
    case .mp3: AV_EF_CRCCHECK | AV_EF_COMPLIANT
    default: AV_EF_CRCCHECK
    }
  }
}
