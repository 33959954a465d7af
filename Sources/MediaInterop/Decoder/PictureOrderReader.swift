internal import CFFmpeg
package import MediaSupport

/// Reads the picture order counts of H.264 and H.265 (H.264, 8.2.1; H.265, 8.3.1) from packets in decode order, without
/// decoding them: the owner of one parser of libavcodec.
///
/// Use it from one thread at a time.
package final class PictureOrderReader {
  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// - Throws: `libraryMissing`; `decoderNotFound` if the library has no parser for the coding; `damagedMedia` for a
  ///   configuration that it does not accept; `outOfMemory`.
  package init(_ parameters: CodecParameters) throws(MediaError) {
    try LoadedLibrary.avcodec.require(.demuxing)
    guard let context = avcodec_alloc_context3(nil) else { throw .outOfMemory(.demuxing) }
    var owned: UnsafeMutablePointer<AVCodecContext>? = context
    let result = parameters.withCParameters { avcodec_parameters_to_context(context, $0) }
    guard result >= 0, let parser = av_parser_init(Int32(context.pointee.codec_id.rawValue)) else {
      avcodec_free_context(&owned)
      try check(result, .damagedMedia, .demuxing, "cannot set up the reading of picture order")
      throw MediaError(.decoderNotFound, .demuxing, "no parser for '\(parameters.codec.name)'")
    }
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    self.parser = parser
    self.context = context
    LiveObjects.increment()
  }

  deinit {
    av_parser_close(parser)
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
    LiveObjects.decrement()
  }

  /// Returns the picture order count of a packet with one picture. If the parser does not understand the packet, it is
  /// the previous picture's count.
  package func count(of packet: Packet) -> Int {
    guard !packet.bytes.isEmpty else { return Int(parser.pointee.output_picture_number) }
    // Parsers read some bytes beyond the end, which must be zeros.
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    withUnsafeTemporaryAllocation(byteCount: packet.bytes.count + padding, alignment: 16) { room in
      room.copyMemory(from: packet.bytes)
      room[packet.bytes.count...].initializeMemory(as: UInt8.self, repeating: 0)
      var output: UnsafeMutablePointer<UInt8>?
      var size: Int32 = 0
      av_parser_parse2(
        parser, context, &output, &size, room.baseAddress?.assumingMemoryBound(to: UInt8.self),
        Int32(clamping: packet.bytes.count), packet.pts ?? cff_no_pts, packet.dts ?? cff_no_pts, 0)
    }
    return Int(parser.pointee.output_picture_number)
  }
}
