import MediaSupport
import MovieFile

/// The shape of pixels by the size that a movie's track header has.
extension Track {
  /// Returns the pixel aspect ratio with which pictures fill the size in the track header: older movies state
  /// non-square pixels only there. It is `nil` for square ones.
  ///
  /// Some headers are wrong. A header is ignored if it has no size; if it has the picture's sides exchanged, as some
  /// writers that turn pictures leave it; or if it implies ratios that pictures never have. If a track has several
  /// formats, its header describes only one of them.
  func pixelSpacing(of entry: SampleEntry) -> PixelSpacing? {
    let (width, height) = (Int(header.fixedWidth >> 16), Int(header.fixedHeight >> 16))
    guard width > 0, height > 0, let picture = entry.shownSize, sampleEntries.count == 1 else { return nil }
    let (across, down) = (width * picture.height, height * picture.width)
    let shape = Double(across) / Double(down)
    let exchanged = Double(width * picture.width) / Double(height * picture.height)
    guard Self.shapes.contains(shape), abs(shape - 1) > Self.rounding, abs(exchanged - 1) > Self.rounding else {
      return nil
    }
    let divisor = greatestCommonDivisor(across, down)
    guard let horizontal = UInt32(exactly: across / divisor), let vertical = UInt32(exactly: down / divisor) else {
      return nil
    }
    return PixelSpacing(horizontal: horizontal, vertical: vertical)
  }

  /// The range of pixel aspect ratios in use. The widest with a number in H.264 and HEVC is 32:11 (ITU-T H.264, table
  /// E-1).
  private static let shapes = 0.25...4.0
  /// The greatest difference of ratios that results from sizes in whole pixels, or in whole macroblocks (1088 rows for
  /// 1080).
  private static let rounding = 0.02
}

extension SampleEntry {
  /// The size of the part of the picture that is shown, in whole pixels of the picture; `nil` where nothing is, and for
  /// other media.
  fileprivate var shownSize: (width: Int, height: Int)? {
    guard case .video(let fields) = fields else { return nil }
    let decoded = VideoAttributes(self).decodedSize(stated: (Int(fields.width), Int(fields.height)))
    var size = (width: Double(decoded.width), height: Double(decoded.height))
    for case .cleanAperture(let aperture) in extensions { size = (aperture.width.value, aperture.height.value) }
    guard size.width >= 1, size.height >= 1 else { return nil }
    return (Int(size.width.rounded()), Int(size.height.rounded()))
  }
}
