internal import AVFoundation

/// An encoder of pictures to JPEG files.
struct StillEncoder {
  /// The largest width, in pixels. Two pictures of this width beside each other fill a screen.
  private static let maximumSize = CGSize(width: 960, height: 0)

  /// The quality at which nobody sees a difference at that size.
  private static let quality = 0.93

  /// - Throws: `JobError` of exit 70 where a picture cannot be encoded.
  func encode(_ pictures: [CVPixelBuffer]) throws(JobError) -> [Data] {
    do {
      return try pictures.map { picture in
        try CGImage.image(of: picture, maximumSize: Self.maximumSize).fileData(as: .jpeg(quality: Self.quality))
      }
    } catch {
      throw JobError(.internalError, "a picture of the report cannot be encoded: \(error.localizedDescription)")
    }
  }
}
