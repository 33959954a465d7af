internal import CFFmpeg
import MediaSupport

extension LibraryPictureCodec {
  typealias Settings = VideoEncoder.Settings

  /// Makes a codec that one of libavcodec's encoders encodes.
  ///
  /// - Parameters:
  ///   - encoder: libavcodec's name of the encoder.
  ///   - options: gives the encoder's own options, by name.
  ///   - configure: sets the fields of the encoder's context.
  init(
    id: CodecID, encoder: String, pixelFormats: [PixelFormat], leastSide: Int = 1,
    qualities: ClosedRange<Double>? = nil, hasWholeQualities: Bool = false,
    options: @escaping @Sendable (Settings) -> [String: String] = { _ in [:] },
    configure: @escaping @Sendable (Settings, UnsafeMutablePointer<AVCodecContext>) -> Void = { _, _ in },
    leastTimedPictures: Int = 1
  ) {
    self.init(
      id: id, pixelFormats: pixelFormats, leastSide: leastSide, qualities: qualities,
      hasWholeQualities: hasWholeQualities, leastTimedPictures: leastTimedPictures
    ) { settings in
      guard let codec = avcodec_find_encoder_by_name(encoder) else {
        throw MediaError(.encoderNotFound, .encoding, "this build has no encoder for \(id)")
      }
      return try EncoderContext(codec, of: id, input: "a picture", options: options(settings)) {
        settings.apply(to: $0)
        configure(settings, $0)
      }
    }
  }
}
