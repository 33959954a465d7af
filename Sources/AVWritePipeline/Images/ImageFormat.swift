internal import AVFoundation

/// The kind of the image files that a command writes.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case jpeg, png, webp

  /// The extension of the files' names.
  var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// Returns the library's name for it.
  ///
  /// - Parameter quality: the quality of JPEG and WebP, from 0 to 1.
  func fileType(quality: Double) -> AVImageFileType {
    switch self {
    case .jpeg: .jpeg(quality: quality)
    case .png: .png
    case .webp: .webP(quality: quality)
    }
  }
}
