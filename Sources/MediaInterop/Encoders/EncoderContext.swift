internal import CFFmpeg
import MediaSupport

/// An open encoder of libavcodec: the owner of one `AVCodecContext` and of its input `AVFrame`.
///
/// One thread at a time.
final class EncoderContext: PictureCoder {
  let pointer: UnsafeMutablePointer<AVCodecContext>
  let frame: UnsafeMutablePointer<AVFrame>
  private let log: LibraryLog
  /// The name of the input, for messages: "a picture", "samples".
  private let name: String

  /// Opens an encoder.
  ///
  /// - Parameters:
  ///   - codec: the coding that it makes, for messages.
  ///   - input: one unit of its input, for messages.
  ///   - options: the library's private options of this encoder, by name.
  ///   - configure: sets the context up before it is opened.
  /// - Throws: `MediaError(.unsupportedSettings)` from the library, `.outOfMemory`.
  init(
    _ encoder: UnsafePointer<AVCodec>, of codec: CodecID, input: String, options: [String: String] = [:],
    configure: (UnsafeMutablePointer<AVCodecContext>) -> Void
  ) throws(MediaError) {
    try LoadedLibrary.avcodec.require(.encoding)
    log = try LibraryLog()
    name = input
    var context = avcodec_alloc_context3(encoder)
    var frame = av_frame_alloc()
    guard let opened = context, let made = frame else {
      avcodec_free_context(&context)
      av_frame_free(&frame)
      throw .outOfMemory(.encoding)
    }
    pointer = opened
    self.frame = made
    LiveObjects.increment()
    cff_log_attach_codec(opened, log.pointer)
    configure(opened)
    var dictionary: OpaquePointer?
    defer { av_dict_free(&dictionary) }
    for (key, value) in options { av_dict_set(&dictionary, key, value, 0) }
    try check(
      avcodec_open2(opened, encoder, &dictionary), .unsupportedSettings, .encoding, "cannot encode \(codec)")
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = pointer
    var frame: UnsafeMutablePointer<AVFrame>? = frame
    avcodec_free_context(&context)
    av_frame_free(&frame)
    LiveObjects.decrement()
  }

  func parameters() throws(MediaError) -> CodecParameters { try CodecParameters(context: pointer) }

  /// Encodes the current content of the frame, and emits every packet that is ready.
  ///
  /// - Throws: `MediaError(.encodingFailed)`; also rethrows errors of `emit`.
  func encode(emit: (LibraryPacket) throws -> Void) throws {
    // Encoders whose quality is a quantiser scale, such as JPEG's, read it from each picture, not from the context.
    frame.pointee.quality = pointer.pointee.global_quality
    try check(avcodec_send_frame(pointer, frame), .encodingFailed, .encoding, "cannot encode \(name)")
    try receive(emit)
  }

  /// Ends the stream, and emits every packet that is still held. Call it once.
  ///
  /// - Throws: as `encode`.
  func finish(emit: (LibraryPacket) throws -> Void) throws {
    try check(avcodec_send_frame(pointer, nil), .encodingFailed, .encoding, "cannot finish the stream")
    try receive(emit)
  }

  private func receive(_ emit: (LibraryPacket) throws -> Void) throws {
    while true {
      let packet = try LibraryPacket()
      let progress = try checkProgress(
        avcodec_receive_packet(pointer, packet.pointer), .encodingFailed, .encoding, "cannot encode \(name)")
      guard progress == .done else { return }
      try emit(packet)
    }
  }
}
