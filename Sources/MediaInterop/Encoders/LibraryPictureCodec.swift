internal import CFFmpeg
import MediaSupport

/// The properties of a codec that a library's encoder encodes: one value for each codec, in a file of its own.
struct LibraryPictureCodec: Sendable {
  var id: CodecID
  /// The pixel formats that it accepts.
  var pixelFormats: [PixelFormat]
  /// The least width and height that it accepts.
  var leastSide = 1
  /// The range of constant qualities, in which lower values are better; `nil` if the codec offers no choice.
  var qualities: ClosedRange<Double>?
  /// A Boolean value that says whether constant quality must be a whole number.
  var hasWholeQualities = false
  /// The least number of pictures in a stream with which the encoder's decode times are right. A shorter stream has no
  /// reordered pictures, so its presentation times are used.
  var leastTimedPictures = 1
  /// Returns whether the running encoder can make any picture a key frame. If it cannot, it is ended and opened again.
  var forcesKeyFrames: @Sendable (VideoEncoder.Settings) -> Bool = { _ in true }
  /// Opens an encoder for settings that were validated.
  var open: @Sendable (VideoEncoder.Settings) throws -> any PictureCoder
}

extension LibraryPictureCodec {
  /// Refuses settings that the encoder would refuse without a reason, or change silently.
  func validate(_ settings: VideoEncoder.Settings) throws(MediaError) {
    func require(_ condition: Bool, _ reason: String) throws(MediaError) {
      if !condition { throw MediaError(.unsupportedSettings, .encoding, reason) }
    }
    try require(pixelFormats.contains(settings.format), "\(id) cannot be encoded from \(settings.format) pictures")
    try require(
      min(settings.width, settings.height) >= leastSide,
      "\(id) cannot be encoded in \(settings.width)×\(settings.height); its encoder takes \(leastSide)×\(leastSide) at least"
    )
    guard let qualities else {
      return try require(settings.rateControl == nil, "\(id) has no quality or bit rate to choose")
    }
    guard case .constantQuality(let quality)? = settings.rateControl else { return }
    let (best, worst) = (Int(qualities.lowerBound), Int(qualities.upperBound))
    try require(
      qualities.contains(quality) && (!hasWholeQualities || quality == quality.rounded()),
      "\(id) cannot have the quality \(quality); it can have \(hasWholeQualities ? "whole numbers " : "")\(best) to \(worst)"
    )
  }
}

extension VideoEncoder.Settings {
  /// Returns an encoder's parameters as one option: "name=value", separated by colons.
  static func joined(_ parameters: [String: String]) -> String {
    parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ":")
  }
}
