internal import AVFoundation

/// The form in which the pictures of two files are compared: the reference's size, chroma, range and depth, of which
/// the depth is 8 or 10 bits.
///
/// Both files are decoded to this form, so that a difference of layout does not count, and one of size or depth is a
/// loss like any other.
struct ComparisonFormat: Hashable {
  /// The number of luma samples that share one chroma sample, across and down.
  struct Subsampling: Hashable {
    var horizontal: Int
    var vertical: Int
  }

  let width: Int
  let height: Int
  let subsampling: Subsampling
  let isDeep: Bool
  let isFullRange: Bool

  /// Creates the form of a picture as its decoder gives it.
  ///
  /// - Parameter bitsPerComponent: the depth that the file says, or nil if it says none.
  init(_ picture: CVPixelBuffer, bitsPerComponent: Int?, isFullRange: Bool) {
    width = CVPixelBufferGetWidth(picture)
    height = CVPixelBufferGetHeight(picture)
    self.isFullRange = isFullRange
    guard CVPixelBufferGetPlaneCount(picture) > 1 else {
      // Packed pictures are RGB and rarer layouts, which lose no chroma here.
      isDeep = bitsPerComponent ?? 8 > 8
      subsampling = Subsampling(horizontal: 1, vertical: 1)
      return
    }
    // Deep samples take two bytes. A small picture whose rows are padded to that size loses nothing by more bits.
    isDeep = bitsPerComponent.map { $0 > 8 } ?? (CVPixelBufferGetBytesPerRowOfPlane(picture, 0) >= 2 * width)
    // A picture one sample wide has the same width in luma and chroma.
    subsampling = Subsampling(
      horizontal: width > 1 && CVPixelBufferGetWidthOfPlane(picture, 1) < width ? 2 : 1,
      vertical: height > 1 && CVPixelBufferGetHeightOfPlane(picture, 1) < height ? 2 : 1)
  }

  /// The largest value that a sample may have.
  var peak: Int { isDeep ? 1023 : 255 }

  /// The pixel format in Core Video, with one plane of luma and one in which the two chroma components alternate.
  var pixelFormat: OSType {
    switch (subsampling.horizontal, subsampling.vertical, isDeep, isFullRange) {
    case (1, _, false, false): kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange
    case (1, _, false, true): kCVPixelFormatType_444YpCbCr8BiPlanarFullRange
    case (1, _, true, false): kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange
    case (1, _, true, true): kCVPixelFormatType_444YpCbCr10BiPlanarFullRange
    case (_, 1, false, false): kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange
    case (_, 1, false, true): kCVPixelFormatType_422YpCbCr8BiPlanarFullRange
    case (_, 1, true, false): kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange
    case (_, 1, true, true): kCVPixelFormatType_422YpCbCr10BiPlanarFullRange
    case (_, _, false, false): kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
    case (_, _, false, true): kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
    case (_, _, true, false): kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
    case (_, _, true, true): kCVPixelFormatType_420YpCbCr10BiPlanarFullRange
    }
  }

  /// The output settings of a reader for this form.
  var readerSettings: [String: Any] {
    [
      String(describing: kCVPixelBufferPixelFormatTypeKey): Int(pixelFormat),
      String(describing: kCVPixelBufferWidthKey): width, String(describing: kCVPixelBufferHeightKey): height,
    ]
  }

  /// Returns the output settings of a reader of a track's pictures for this form.
  ///
  /// An encoder makes sizes even and hides the columns and rows that it adds at the right and the bottom, where the
  /// container can say so: such pictures are not scaled, and what was added is not compared.
  func readerSettings(for video: TrackFacts.Video?) -> [String: Any] {
    var settings = readerSettings
    guard let video, (video.width, video.height) != (width, height) else { return settings }
    // Each of the two fields of a picture has whole rows of chroma.
    let rows = video.fields == nil ? 2 : 4
    if video.width == (width + 1) / 2 * 2, video.height == (height + rows - 1) / rows * rows {
      settings.removeValue(forKey: String(describing: kCVPixelBufferWidthKey))
      settings.removeValue(forKey: String(describing: kCVPixelBufferHeightKey))
    }
    return settings
  }

  /// A text such as `1920x1080, 4:2:0, 8 bits`.
  var text: String {
    let chroma = subsampling.horizontal == 1 ? "4:4:4" : subsampling.vertical == 1 ? "4:2:2" : "4:2:0"
    return "\(width)x\(height), \(chroma), \(isDeep ? 10 : 8) bits"
  }
}
