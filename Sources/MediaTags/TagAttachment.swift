/// A file that a container holds in addition to its media, such as a font of its subtitles. Its bytes are not read.
package struct TagAttachment: Hashable, Sendable {
  package var name: String
  /// The media type as the container states it, such as `font/ttf`.
  package var mediaType: String
  /// A text about the file; `nil` if there is none.
  package var note: String?
  /// The range of its bytes in the container.
  package var contents: Range<Int64>

  package init(name: String, mediaType: String, note: String? = nil, contents: Range<Int64>) {
    self.name = name
    self.mediaType = mediaType
    self.note = note
    self.contents = contents
  }
}
