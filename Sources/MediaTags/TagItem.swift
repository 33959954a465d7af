/// One item of a tag, under the name that the tag's format uses.
package struct TagItem: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case text(String)
    /// Bytes whose meaning depends on the name.
    case data([UInt8])
    case picture(TagPicture)
    /// The address of a picture that is not in the tag.
    case address(String)
  }

  /// The identifier of a frame, or the name of a field or an element.
  package var name: String
  package var content: Content
  /// The language in the format's own form, ISO 639-2 or BCP 47; `nil` if none is stated.
  package var language: String?
  /// A text in addition to the value: the description of a comment, the role of a person, the owner of private bytes.
  package var note: String?

  package init(_ name: String, _ content: Content, language: String? = nil, note: String? = nil) {
    self.name = name
    self.content = content
    self.language = language
    self.note = note
  }

  package init(_ name: String, text: String, language: String? = nil, note: String? = nil) {
    self.init(name, .text(text), language: language, note: note)
  }

  package var text: String? { if case .text(let text) = content { text } else { nil } }
}

/// A picture in a tag.
package struct TagPicture: Hashable, Sendable {
  /// The media type as the file states it, such as `image/jpeg`.
  package var mediaType: String
  /// The subject of the picture, as one of ID3's numbers, which the other formats use too: 3 is the front cover.
  package var kind: UInt32
  package var bytes: [UInt8]
  /// The name of the picture's file, if the format has one.
  package var fileName: String?

  package init(mediaType: String, kind: UInt32, bytes: [UInt8], fileName: String? = nil) {
    self.mediaType = mediaType
    self.kind = kind
    self.bytes = bytes
    self.fileName = fileName
  }

  /// ID3's names of the kinds (ID3v2.4 frames, 4.14). The index is the kind's number.
  package static let kinds = [
    "Other", "32x32 pixels 'file icon' (PNG only)", "Other file icon", "Cover (front)", "Cover (back)",
    "Leaflet page", "Media (e.g. label side of CD)", "Lead artist/lead performer/soloist", "Artist/performer",
    "Conductor", "Band/Orchestra", "Composer", "Lyricist/text writer", "Recording Location", "During recording",
    "During performance", "Movie/video screen capture", "A bright coloured fish", "Illustration",
    "Band/artist logotype", "Publisher/Studio logotype",
  ]

  /// The kind of a picture whose kind is not stated.
  package static let frontCover = 3

  /// The name of the kind. Numbers without a name have that of kind 0.
  package var kindName: String { kind < Self.kinds.count ? Self.kinds[Int(kind)] : Self.kinds[0] }
}

/// A named range of the presentation.
package struct TagChapter: Hashable, Sendable {
  package struct Title: Hashable, Sendable {
    package var text: String
    package var language: String?

    package init(_ text: String, language: String? = nil) {
      self.text = text
      self.language = language
    }
  }

  /// The number of ticks per second in the times.
  package var timeScale: Int32
  package var start: Int64
  /// The end. It is `nil` if the tag does not state it; the chapter then ends where the next one starts.
  package var end: Int64?
  /// The titles in the tag's order, at most one for each language.
  package var titles: [Title]
  package var pictures: [TagPicture]

  package init(timeScale: Int32, start: Int64, end: Int64?, titles: [Title] = [], pictures: [TagPicture] = []) {
    self.timeScale = timeScale
    self.start = start
    self.end = end
    self.titles = titles
    self.pictures = pictures
  }
}
