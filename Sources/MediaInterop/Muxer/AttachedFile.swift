/// A file that a container stores beside its media.
package struct AttachedFile: Sendable {
  package var name: String
  /// The media type, such as `font/ttf`.
  package var mediaType: String
  /// A text about the file. It is `nil` for none.
  package var note: String?
  package var bytes: [UInt8]

  package init(name: String, mediaType: String, note: String? = nil, bytes: [UInt8]) {
    self.name = name
    self.mediaType = mediaType
    self.note = note
    self.bytes = bytes
  }

  /// Makes the attached file for a picture.
  ///
  /// - Parameter name: the file name; `nil` for the name by which players recognize the front cover (Matroska's
  ///   attachment guidelines).
  package init(_ picture: CoverPicture, name: String? = nil, note: String? = nil) {
    self.init(
      name: name ?? (picture.isPNG ? "cover.png" : "cover.jpg"),
      mediaType: picture.isPNG ? "image/png" : "image/jpeg", note: note, bytes: picture.bytes)
  }
}
