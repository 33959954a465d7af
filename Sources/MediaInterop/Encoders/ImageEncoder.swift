internal import CFFmpeg
package import MediaSupport

/// Encodes single pictures of one size as the bytes of image files. One thread at a time, and none of its own.
package final class ImageEncoder {
  /// The kind of file.
  package enum Format: Sendable, Hashable {
    /// Portable Network Graphics, without loss.
    case png
    /// JPEG, in the form of JFIF. The scale of the quantiser is 1 to 31; 1 is best.
    case jpeg(scale: Int)
    /// WebP with loss, of a quality from 0 to 100.
    case webP(quality: Int)
  }

  package let format: Format
  package let source: PictureFormat
  private let context: EncoderContext
  private var count: Int64 = 0

  /// Opens an encoder of pictures of one size.
  ///
  /// - Parameter source: one of `Format.pixelFormats`, and the colours that the file states.
  /// - Throws: `MediaError(.encoderNotFound)` if the library was built without it, `.unsupportedSettings` for a size
  ///   that such files cannot have, `.outOfMemory`.
  package init(_ format: Format, _ source: PictureFormat) throws(MediaError) {
    guard let codec = avcodec_find_encoder_by_name(format.encoder) else {
      throw MediaError(.encoderNotFound, .encoding, "this build writes no \(format.name) files")
    }
    (self.format, self.source) = (format, source)
    context = try EncoderContext(codec, of: format.codec, input: "a picture", options: format.options) { context in
      context.pointee.width = Int32(clamping: source.width)
      context.pointee.height = Int32(clamping: source.height)
      context.pointee.pix_fmt = source.format.cValue
      context.pointee.time_base = AVRational(num: 1, den: 1)
      context.pointee.color_primaries = source.color.cPrimaries
      context.pointee.color_trc = source.color.cTransfer
      context.pointee.colorspace = source.color.cMatrix
      context.pointee.color_range = source.color.cRange
      // Every version of the library should produce the same bytes, and one picture needs no threads.
      context.pointee.flags |= AV_CODEC_FLAG_BITEXACT
      context.pointee.thread_count = 1
      if case .jpeg(let scale) = format {
        context.pointee.flags |= AV_CODEC_FLAG_QSCALE
        context.pointee.global_quality = Int32(scale) * FF_QP2LAMBDA
        context.pointee.qmin = 1
      }
    }
  }

  /// Returns the bytes of the file of a picture.
  ///
  /// - Throws: `MediaError(.invalidOperation)` for a picture that is not of the encoder's kind, `.encodingFailed`.
  package func encode(_ picture: Picture) throws -> [UInt8] {
    guard picture.format == source.format, picture.width == source.width, picture.height == source.height else {
      throw MediaError(.invalidOperation, .encoding, "the picture is not of the encoder's format and size")
    }
    let frame = context.frame
    try frame.refer(to: picture)
    defer { av_frame_unref(frame) }
    frame.pointee.pts = count
    count += 1
    frame.pointee.color_primaries = source.color.cPrimaries
    frame.pointee.color_trc = source.color.cTransfer
    frame.pointee.colorspace = source.color.cMatrix
    frame.pointee.color_range = source.color.cRange
    var bytes: [UInt8] = []
    try context.encode { packet in
      bytes.append(
        contentsOf: UnsafeBufferPointer(start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size)))
    }
    if bytes.isEmpty { throw MediaError(.encodingFailed, .encoding, "the encoder gave no bytes for a picture") }
    return bytes
  }
}

extension ImageEncoder.Format {
  /// The name of the files, for messages.
  package var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webP: "WebP"
    }
  }

  /// The pixel formats that go in.
  package var pixelFormats: [PixelFormat] {
    switch self {
    case .png: [.rgb24, .rgba, .rgb48BigEndian, .rgba64BigEndian, .gray8, .gray16BigEndian]
    case .jpeg: [.yuv420p, .yuv422p, .yuv444p]
    case .webP: [.yuv420p, .yuva420p]
    }
  }

  /// The greatest width and height that such files have.
  package var largestSide: Int {
    switch self {
    case .png: .max
    case .jpeg: 65_500
    case .webP: 16_383
    }
  }

  /// Returns whether this build writes such files.
  package var isAvailable: Bool { avcodec_find_encoder_by_name(encoder) != nil }

  fileprivate var encoder: String {
    switch self {
    case .png: "png"
    case .jpeg: "mjpeg"
    case .webP: "libwebp"
    }
  }

  fileprivate var codec: CodecID {
    switch self {
    case .png: .png
    case .jpeg: .mjpeg
    case .webP: CodecID(AV_CODEC_ID_WEBP)
    }
  }

  fileprivate var options: [String: String] {
    switch self {
    // This filter makes photographs small at little cost.
    case .png: ["pred": "paeth"]
    case .jpeg: [:]
    case .webP(let quality): ["quality": "\(quality)"]
    }
  }
}
