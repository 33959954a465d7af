package import CoreGraphics
import Foundation
import MediaInterop
import MediaSupport

/// The encoding of an image as a file.
package enum ImageFile {
  /// The kind of file.
  package enum Form: Sendable, Hashable {
    case png
    /// The quality is 0 to 1; 1 is best.
    case jpeg(quality: Double)
    /// The quality is 0 to 1; 1 is best.
    case webP(quality: Double)
  }

  /// Returns whether this build writes such files.
  package static func isAvailable(_ form: Form) -> Bool { form.format.isAvailable }

  /// Encodes an image.
  ///
  /// PNG keeps every bit, and states the colours. JPEG and WebP have 8 bits with half the columns and rows of colour,
  /// and are converted to BT.709's primaries, which readers of such files assume.
  /// - Throws: `MediaError(.encoderNotFound)` if this build writes no such files; `.unsupportedSettings` for pixels
  ///   that are not supported here, and for what such files cannot have: high dynamic range in JPEG and WebP, and sides
  ///   that are too long; `.encodingFailed`.
  package static func bytes(of image: CGImage, as form: Form) throws -> Data {
    let picture = try Picture(image)
    let format = form.format
    guard max(image.width, image.height) <= format.largestSide else {
      throw MediaError(
        .unsupportedSettings, .encoding,
        "\(format.name) files have at most \(format.largestSide) columns and rows; the image has "
          + "\(image.width)×\(image.height)")
    }
    let isHighRange = image.colorSpace.map(CGColorSpaceUsesITUR_2100TF) ?? false
    if form == .png {
      return try png(picture, hasAlpha: [.first, .last].contains(image.alphaInfo), isHighRange: isHighRange)
    }
    if isHighRange {
      throw MediaError(
        .unsupportedSettings, .encoding, "\(format.name) files have no high dynamic range; PNG files do")
    }
    let converter = try PictureConverter(from: PictureFormat(picture), to: form.lossy(picture))
    return Data(
      try ImageEncoder(format, converter.destination).encode(try converter.convert(picture)))
  }

  private static func png(_ picture: Picture, hasAlpha: Bool, isHighRange: Bool) throws -> Data {
    let color = picture.color
    var target = PictureFormat(picture)
    target.format =
      switch (picture.format.isRGB, picture.format.bitsPerComponent > 8) {
      case (false, let isDeep): isDeep ? .gray16BigEndian : .gray8
      case (true, true): hasAlpha ? .rgba64BigEndian : .rgb48BigEndian
      case (true, false): hasAlpha ? .rgba : .rgb24
      }
    let stated =
      picture.format == target.format
      ? picture : try PictureConverter(from: PictureFormat(picture), to: target).convert(picture)
    // Screens show the transfer curve of video in the same way as sRGB's. For sRGB's code points, the library writes
    // sRGB's chunk; it has none for the curves of high dynamic range.
    target.color = ColorDescription(
      primaries: isHighRange ? ColorDescription.unspecified : color.primaries,
      transfer: isHighRange ? ColorDescription.unspecified : ColorDescription.sRGB)
    var bytes = try ImageEncoder(.png, target).encode(stated)
    if isHighRange { bytes.insert(contentsOf: PNGChunk.codePoints(of: color), at: PNGChunk.endOfHeader) }
    return Data(bytes)
  }
}

extension ImageFile.Form {
  fileprivate var format: ImageEncoder.Format {
    switch self {
    case .png: .png
    case .jpeg(let quality): .jpeg(scale: Self.scale(quality))
    case .webP(let quality): .webP(quality: Int((Self.clamped(quality) * 100).rounded()))
    }
  }

  private static func clamped(_ quality: Double) -> Double { quality.isFinite ? min(1, max(0, quality)) : 1 }

  /// Returns the scale of JPEG's quantiser for a quality: 1 for the best, and 31, the encoder's maximum, for the worst.
  private static func scale(_ quality: Double) -> Int { 1 + Int(((1 - clamped(quality)) * 30).rounded()) }

  /// Returns the format of the encoded pictures. JFIF has BT.601's matrix in full range, with chroma in the middle, and
  /// WebP has video range.
  fileprivate func lossy(_ picture: Picture) -> PictureFormat {
    let isJPEG = if case .jpeg = self { true } else { false }
    return PictureFormat(
      format: !isJPEG && picture.format.hasAlpha ? .yuva420p : .yuv420p, width: picture.width, height: picture.height,
      color: ColorDescription(
        primaries: ColorDescription.bt709, transfer: picture.color.transfer, matrix: 6, isFullRange: isJPEG,
        chromaLocation: 1))
  }
}

extension Picture {
  /// The picture of an image, in its own memory.
  ///
  /// - Throws: `MediaError(.unsupportedSettings)` for a pixel layout that is not supported here.
  fileprivate init(_ image: CGImage) throws {
    guard let format = PixelFormat(image) else {
      throw MediaError(
        .unsupportedSettings, .encoding,
        "images of \(image.bitsPerPixel) bits a pixel and layout \(image.bitmapInfo.rawValue) are not encoded; of RGB, "
          + "those of 8 bits a component are, and those of 16, low byte first")
    }
    let pixels = image.pixels
    guard let base = pixels.baseAddress else {
      throw MediaError(.internalError, .encoding, "the image has no pixels")
    }
    self.init(
      format: format, width: image.width, height: image.height,
      planes: [.init(base: UnsafeMutableRawPointer(mutating: base), stride: image.bytesPerRow)],
      color: ColorDescription(
        primaries: image.colorSpace?.primaries ?? ColorDescription.unspecified,
        transfer: image.colorSpace?.transfer ?? ColorDescription.unspecified, isFullRange: true), owner: image.owner)
  }
}

extension PixelFormat {
  /// Makes the layout of an image's pixels. It is `nil` for a layout that is not supported, such as colours that are
  /// multiplied by alpha.
  fileprivate init?(_ image: CGImage) {
    let isSwapped = image.byteOrderInfo == .order32Little
    guard !image.bitmapInfo.contains(.floatComponents), image.pixelFormatInfo == .packed else { return nil }
    switch (image.bitsPerComponent, image.bitsPerPixel, image.alphaInfo) {
    case (8, 32, .first): self = isSwapped ? .bgra : .argb
    case (8, 32, .noneSkipFirst): self = isSwapped ? .bgrx : .xrgb
    case (8, 32, .last): self = isSwapped ? .abgr : .rgba
    case (8, 32, .noneSkipLast): self = isSwapped ? .xbgr : .rgbx
    case (8, 24, .none): self = .rgb24
    case (8, 8, .none): self = .gray8
    case (16, 64, .last) where image.byteOrderInfo == .order16Little: self = .rgba64
    case (16, 64, .noneSkipLast) where image.byteOrderInfo == .order16Little: self = .rgba64
    case (16, 16, .none) where image.byteOrderInfo == .order16Little: self = .gray16
    default: return nil
    }
  }
}
