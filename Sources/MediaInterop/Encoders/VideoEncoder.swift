internal import CFFmpeg
import MediaSupport

/// Encodes pictures as HEVC (x265), AV1 (SVT-AV1), VP9 (libvpx), ProRes, Motion JPEG or FFV1; all but AV1 by
/// libavcodec.
///
/// Pictures are passed in in presentation order, and packets are emitted in decoding order, in the library's own
/// framing: HEVC with start codes, and its parameter sets in the parameters' extradata; AV1 with temporal delimiters.
/// One thread at a time; the library's own threads do not affect the output. An encoder that is released before
/// `finish(emit:)` discards the packets that it holds.
package final class VideoEncoder {
  package let settings: Settings
  /// The stream's parameters for a container, with its configuration.
  package let parameters: CodecParameters

  private let library: LibraryPictureCodec
  private var coder: any PictureCoder
  private var durations: [Int64: Int64] = [:]
  private var lastPTS: Int64?
  /// The number of pictures that were passed to the library's encoder.
  private var givenCount = 0
  private var isFinished = false

  /// Opens an encoder.
  ///
  /// - Throws: `MediaError(.encoderNotFound)` where the library was built without it, `.unsupportedSettings` naming the
  ///   setting or from the library, `.libraryMissing`, `.outOfMemory`.
  package init(_ settings: Settings) throws {
    library = settings.codec.library
    try settings.validate()
    self.settings = settings
    coder = try library.open(settings)
    parameters = try coder.parameters()
  }

  /// Encodes one picture, and emits the packets that are ready.
  ///
  /// The library keeps the picture's memory as long as it needs it, through its owner.
  ///
  /// - Parameters:
  ///   - pts: the time in ticks of the settings' time base, larger than the pts before.
  ///   - duration: passed on to the packet of this picture.
  ///   - forceKeyFrame: makes this picture a key frame.
  /// - Throws: `MediaError(.invalidOperation)` for a picture that is not of the settings' kind, a pts that does not
  ///   increase, or a finished encoder; `.encodingFailed` from the library. Also rethrows errors of `emit`.
  package func encode(
    _ picture: Picture, pts: Int64, duration: Int64 = 0, forceKeyFrame: Bool = false, emit: (Packet) throws -> Void
  ) throws {
    guard !isFinished else {
      throw MediaError(.invalidOperation, .encoding, "a picture follows the end of the stream")
    }
    if let lastPTS, pts <= lastPTS {
      throw MediaError(.invalidOperation, .encoding, "the picture at \(pts) does not follow the one at \(lastPTS)")
    }
    let isKeyFrame = forceKeyFrame || settings.keyFrameLimit == .pictures(1)
    if isKeyFrame, lastPTS != nil, !library.forcesKeyFrames(settings) {
      try coder.finish { try pass($0, emit) }
      coder = try library.open(settings)
      givenCount = 0
    }
    let frame = coder.frame
    try fill(frame, with: picture)
    defer { av_frame_unref(frame) }
    frame.pointee.pts = pts
    frame.pointee.pict_type = isKeyFrame ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    lastPTS = pts
    durations[pts] = duration
    givenCount += 1
    try coder.encode { try pass($0, emit) }
  }

  /// Ends the stream and emits every packet that is still held. Calling it again does nothing.
  package func finish(emit: (Packet) throws -> Void) throws {
    guard !isFinished else { return }
    isFinished = true
    // A stream without pictures has no packets.
    guard lastPTS != nil else { return }
    try coder.finish { try pass($0, emit) }
  }

  private func pass(_ encoded: LibraryPacket, _ emit: (Packet) throws -> Void) throws {
    var packet = encoded.packet(timeBase: settings.timeBase)
    if givenCount < library.leastTimedPictures { packet.dts = packet.pts }
    packet.duration = packet.pts.flatMap { durations.removeValue(forKey: $0) } ?? 0
    try emit(packet)
  }

  /// Makes a frame refer to the picture's memory. The library releases the memory by a reference count of its own.
  private func fill(_ frame: UnsafeMutablePointer<AVFrame>, with picture: Picture) throws {
    guard picture.format == settings.format, picture.width == settings.width, picture.height == settings.height else {
      throw MediaError(
        .invalidOperation, .encoding,
        "the picture (\(picture.width)×\(picture.height), \(picture.format)) is not the encoder's"
          + " (\(settings.width)×\(settings.height), \(settings.format))")
    }
    cff_frame_set_fields(frame, settings.fieldOrder != .progressive, settings.fieldOrder == .topFirst)
    // Encoders that state the colours in each picture, such as ProRes's, read them from the frame.
    frame.pointee.color_primaries = settings.color.cPrimaries
    frame.pointee.color_trc = settings.color.cTransfer
    frame.pointee.colorspace = settings.color.cMatrix
    frame.pointee.color_range = settings.color.cRange
    frame.pointee.chroma_location = settings.color.cChromaLocation
    try frame.refer(to: picture)
  }
}

extension VideoEncoder.Settings {
  /// Applies the settings of the library itself, not of its encoder.
  func apply(to context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.width = Int32(clamping: width)
    context.pointee.height = Int32(clamping: height)
    context.pointee.pix_fmt = format.cValue
    context.pointee.time_base = timeBase.cValue
    context.pointee.framerate = expectedFrameRate.cValue
    if let sampleAspectRatio { context.pointee.sample_aspect_ratio = sampleAspectRatio.cValue }
    context.pointee.color_primaries = color.cPrimaries
    context.pointee.color_trc = color.cTransfer
    context.pointee.colorspace = color.cMatrix
    context.pointee.color_range = color.cRange
    context.pointee.chroma_sample_location = color.cChromaLocation
    context.pointee.field_order =
      switch fieldOrder {
      case .progressive: AV_FIELD_PROGRESSIVE
      case .topFirst: AV_FIELD_TT
      case .bottomFirst: AV_FIELD_BB
      }
    // The configuration must be outside of the packets, and no version string inside them.
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
    context.pointee.thread_count = 0
    // Some encoders have a default bit rate, which must not be combined with constant quality.
    context.pointee.bit_rate = 0
    if case .averageBitRate(let rate)? = rateControl { context.pointee.bit_rate = Int64(rate) }
  }
}
