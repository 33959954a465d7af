internal import AVFoundation
internal import MediaSupport

/// A file that an input holds beside its media.
public struct AttachmentFact: Sendable, Hashable {
  public var name: String
  /// `font/ttf` and so on, as the file has it.
  public var mediaType: String
  /// A text about it. It is `nil` where there is none.
  public var note: String?
  public var byteCount: Int
  /// A number that tells its bytes from others, in hexadecimal digits. It is `nil` where they cannot be read.
  public var digest: String?

  /// Whether text that is shown needs it. Many programs do not know the types of fonts.
  var isFont: Bool {
    let type = mediaType.lowercased()
    return type.hasPrefix("font/") || type.hasPrefix("application/") && type.contains("font")
      || type == "application/vnd.ms-opentype"
      || Self.fontExtensions.contains { name.lowercased().hasSuffix($0) }
  }

  private static let fontExtensions = [".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2", ".pfb"]
}

extension AttachmentFact {
  /// What is said of the file: its bytes are not read, and there is no digest of them.
  init(named file: AVAttachedFile) {
    self.init(name: file.name, mediaType: file.mediaType, note: file.fileDescription, byteCount: file.byteCount)
  }

  /// Reads all of the file's bytes.
  init(_ file: AVAttachedFile) {
    self.init(named: file)
    digest = try? file.withContents { bytes in
      var digest = ContentDigest()
      digest.update(bytes)
      return digest.text
    }
  }
}
