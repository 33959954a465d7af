import MediaInterop
import MediaSupport
import MediaTags
import MovieFile

/// A file that a container holds beside its media: its description, and a function that reads its bytes.
package struct FileAttachment: Sendable {
  package var name: String
  /// The media type, such as `font/ttf`.
  package var mediaType: String
  /// A text about the file; `nil` if there is none.
  package var note: String?
  package var byteCount: Int
  private let read: @Sendable () throws -> [UInt8]

  /// - Parameter read: returns all bytes of the file each time it is called.
  package init(
    name: String, mediaType: String, note: String?, byteCount: Int, read: @escaping @Sendable () throws -> [UInt8]
  ) {
    self.name = name
    self.mediaType = mediaType
    self.note = note
    self.byteCount = byteCount
    self.read = read
  }

  /// Creates an attachment whose bytes are in a source, which is opened again to read them.
  init(_ attachment: TagAttachment, in source: MediaSource) {
    let place = attachment.contents
    self.init(name: attachment.name, mediaType: attachment.mediaType, note: attachment.note, byteCount: place.count) {
      try source.bytes(cancellation: Cancellation())?.read(place.count, at: place.lowerBound) ?? []
    }
  }

  /// Reads all bytes of the file. Blocks the calling thread.
  ///
  /// - Throws: `MediaError` if they cannot be read, and `.truncatedContainer` if the file was truncated after it was
  ///   opened.
  package func bytes() throws -> [UInt8] {
    let bytes = try read()
    guard bytes.count == byteCount else {
      throw MediaError(
        .truncatedContainer, .demuxing, "the attached file \(name) has \(bytes.count) bytes of \(byteCount)")
    }
    return bytes
  }
}

extension AttachedFile {
  /// - Throws: as `FileAttachment.bytes`.
  init(_ attachment: FileAttachment) throws {
    self.init(
      name: attachment.name, mediaType: attachment.mediaType, note: attachment.note, bytes: try attachment.bytes())
  }
}
