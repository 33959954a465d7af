internal import AVFoundation
internal import MediaSupport

/// A file that an input holds beside its media.
public struct AttachmentFact: Sendable, Hashable {
  public var name: String
  /// The media type, such as `font/ttf`, as the input states it.
  public var mediaType: String
  /// A text about the file, or nil if there is none.
  public var note: String?
  public var byteCount: Int
  /// The digest of the file's bytes, in hexadecimal digits. It is `nil` where they are not read, or cannot be.
  public var digest: String?

  /// A Boolean value that says whether the file is a font for text. Its name is checked, too, since many programs do
  /// not know the media types of fonts.
  var isFont: Bool {
    let type = mediaType.lowercased()
    return type.hasPrefix("font/") || type.hasPrefix("application/") && type.contains("font")
      || type == "application/vnd.ms-opentype"
      || Self.fontExtensions.contains { name.lowercased().hasSuffix($0) }
  }

  private static let fontExtensions = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".pfb"]
}

extension AttachmentFact {
  /// Creates the fact without reading the file's bytes: it has no digest.
  init(named file: AVAttachedFile) {
    self.init(name: file.name, mediaType: file.mediaType, note: file.fileDescription, byteCount: file.byteCount)
  }

  /// Creates the fact with a digest, for which all of the file's bytes are read.
  init(_ file: AVAttachedFile) {
    self.init(named: file)
    digest = try? file.withContents { bytes in
      var digest = ContentDigest()
      digest.update(bytes)
      return digest.text
    }
  }
}
