public import Foundation
import MediaEngine

/// A file that a container holds beside its media, such as a font of its subtitles.
///
/// Matroska has them. JPEG and PNG pictures in it are no such files: they are the asset's metadata, as the covers of
/// other containers are. Any thread.
public struct AVAttachedFile: Sendable {
  let attachment: FileAttachment

  init(_ attachment: FileAttachment) { self.attachment = attachment }

  /// Creates a file for a writer.
  ///
  /// - Parameters:
  ///   - name: the file's name with its extension, without a folder.
  ///   - mediaType: the file's media type, such as `font/ttf`.
  ///   - fileDescription: a text about the file, or `nil` for none.
  ///   - contents: all bytes of the file.
  public init(name: String, mediaType: String, fileDescription: String? = nil, contents: Data) {
    attachment = FileAttachment(
      name: name, mediaType: mediaType, note: fileDescription, byteCount: contents.count
    ) { [UInt8](contents) }
  }

  /// The file's name. It is the container's statement, and may be the path of a file that is not meant to be touched.
  public var name: String { attachment.name }

  /// The media type of the file, such as `font/ttf`, as the container states it.
  public var mediaType: String { attachment.mediaType }

  /// A text about the file, or `nil` if there is none.
  public var fileDescription: String? { attachment.note }

  /// The size of the file in bytes.
  public var byteCount: Int { attachment.byteCount }

  /// Calls a function with all bytes of the file, which are read for it and valid while it runs. Blocks the calling
  /// thread.
  ///
  /// - Throws: `AVError` where the bytes cannot be read; what `body` throws.
  public func withContents<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result {
    let bytes: [UInt8]
    do { bytes = try attachment.bytes() } catch { throw AVError(wrapping: error) }
    return try bytes.withUnsafeBytes(body)
  }
}
