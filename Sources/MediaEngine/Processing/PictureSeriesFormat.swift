import CoreMedia
import CoreVideo
import MediaSupport

/// The format description of a series of pictures: one description while the pictures fit it, and a new one after a
/// change.
struct PictureSeriesFormat {
  private var latest: CMFormatDescription?

  /// Returns the description of a picture.
  ///
  /// - Throws: `MediaError` of kind `internalError` for a picture that cannot be described.
  mutating func description(of buffer: CVPixelBuffer) throws -> CMFormatDescription {
    if let latest, CMVideoFormatDescriptionMatchesImageBuffer(latest, imageBuffer: buffer) { return latest }
    do {
      let made = try CMFormatDescription(imageBuffer: buffer)
      latest = made
      return made
    } catch {
      throw MediaError(.internalError, .processing, "a picture's format cannot be described: \(error)")
    }
  }
}
