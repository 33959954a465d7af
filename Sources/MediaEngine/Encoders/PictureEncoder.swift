import MediaInterop
import MediaSupport

/// Encodes pictures: the common interface of x264 and libavcodec's encoders.
protocol PictureEncoder: AnyObject {
  /// Takes one picture in presentation order, of `VideoInput`'s coded size and layout, and emits the packets that are
  /// ready: a format before the packets it describes.
  func encode(
    _ picture: Picture, pts: Int64, duration: Int64, forceKeyFrame: Bool, emit: (EncodedSample) throws -> Void) throws

  /// Emits the packets that the encoder still holds.
  func finish(emit: (EncodedSample) throws -> Void) throws
}

/// Makes the encoder for a track's settings and its first picture.
///
/// - Throws: `MediaError(.unsupportedSettings)` naming the setting, `.encoderNotFound`.
func makePictureEncoder(_ input: VideoInput) throws -> any PictureEncoder {
  switch input.encoding.codec {
  case .h264: try H264PictureEncoder(input)
  case .library(let codec): try LibraryPictureEncoder(codec, input)
  }
}
