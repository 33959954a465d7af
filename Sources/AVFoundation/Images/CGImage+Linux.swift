public import CoreGraphics
public import CoreVideo
import Foundation
import MediaEngine

/// The kinds of image files that are written here.
public enum AVImageFileType: Sendable, Hashable {
  /// Portable Network Graphics: every bit of an image, and its colours.
  case png
  /// JPEG with 8 bits and half the columns and rows of colour. The quality is 0 to 1; 1 is best.
  case jpeg(quality: Double)
  /// WebP with 8 bits and half the columns and rows of colour. The quality is 0 to 1; 1 is best.
  case webP(quality: Double)

  /// A Boolean value that says whether this build writes such files.
  public var isAvailable: Bool { ImageFile.isAvailable(form) }

  /// The usual extension of such files' names, without its dot.
  public var fileExtension: String {
    switch self {
    case .png: "png"
    case .jpeg: "jpg"
    case .webP: "webp"
    }
  }

  fileprivate var form: ImageFile.Form {
    switch self {
    case .png: .png
    case .jpeg(let quality): .jpeg(quality: quality)
    case .webP(let quality): .webP(quality: quality)
    }
  }
}

extension CGImage {
  /// Returns the image as the bytes of a file. Any thread.
  ///
  /// PNG files name the image's colours, those of high dynamic range too. JPEG and WebP files have the primaries of
  /// BT.709, which are sRGB's.
  /// - Throws: `AVError`: `.encoderNotFound` where this build writes no such files, `.unsupportedOutputSettings` for an
  ///   image of high dynamic range as JPEG or WebP, for pixels of another layout than this framework's images have, and
  ///   for more columns or rows than such files take; `.encodeFailed`.
  public func fileData(as type: AVImageFileType) throws -> Data {
    do { return try ImageFile.bytes(of: self, as: type.form) } catch { throw AVError(wrapping: error) }
  }
}

extension CGImage {
  /// Returns the image of a picture, as a generator with the same maximum size makes it of pixels as they are stored.
  /// Any thread.
  ///
  /// - Parameter maximumSize: see `AVAssetImageGenerator.maximumSize`.
  /// - Throws: `AVError`: `.unsupportedOutputSettings` for a pixel format that is not converted here, `.outOfMemory`.
  public static func image(of pixelBuffer: CVPixelBuffer, maximumSize: CGSize = .zero) throws -> CGImage {
    do {
      return try StillConverter().image(of: pixelBuffer, StillForm(maximumSize: maximumSize))
    } catch {
      throw AVError(wrapping: error)
    }
  }
}
