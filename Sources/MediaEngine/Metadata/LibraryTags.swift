import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import MediaTags

/// Metadata in libavformat's form: texts by its names, and pictures beside them.
///
/// Names are those of the container's own key space. libavformat writes them unchanged, except for the few that it
/// stores in another way.
struct LibraryTags {
  /// The texts in the order of the records, with each name once, since libavformat keeps only the last of several.
  private(set) var texts: [(name: String, text: String)] = []
  private(set) var pictures: [Picture] = []

  /// A cover, with its name and description as a file.
  struct Picture {
    var cover: CoverPicture
    /// The name of the file; `nil` for the default name of a cover.
    var name: String?
    var note: String?
  }

  /// The separator between texts of one name.
  static let separator = "; "
  /// Names of Vorbis comments. libavformat writes a `COMMENT` as a description; if there is a description already, the
  /// comment gets a name that libavformat does not know.
  private static let (comment, description, otherComment) = ("COMMENT", "DESCRIPTION", "COMMENTS")

  /// - Parameters:
  ///   - chapters: the chapters that become texts.
  ///   - creationDate: the date for the header, if no record has it: otherwise readers of both would report it twice.
  init(
    _ records: [MetadataRecord], _ chapters: [FileChapter] = [], for format: LibraryFormat, creationDate: Date? = nil
  ) {
    for record in records {
      if record.isPicture {
        guard let picture = CoverPicture(record.bytes) else { continue }
        if format.pictures != .field {
          pictures.append(Picture(picture, record))
        } else if !texts.contains(where: { $0.name == VorbisComment.pictureName }) {
          texts.append(Self.field(picture, record))
        }
      } else if let name = Self.name(of: record.identifier, info: record.attributes[.info], format),
        let text = record.separatedText
      {
        add(text, Self.localized(name, record.languageTag, format))
      }
    }
    if let name = format.creationDateName, let creationDate,
      !texts.contains(where: { $0.name == name || $0.name.hasPrefix(Self.dates) && Self.says($0.text, creationDate) })
    {
      texts.append((name, creationDate.formatted(.iso8601)))
    }
    if texts.contains(where: { $0.name == Self.description }),
      let index = texts.firstIndex(where: { $0.name == Self.comment })
    {
      texts[index].name = Self.otherComment
    }
    for field in VorbisChapters.fields(chapters.map { ($0.nanoseconds.lowerBound, $0.title) }) {
      texts.append((field.name, field.value))
    }
  }

  /// Returns the name of a text with its language. libavformat interprets the part behind the last hyphen as a
  /// language, if it knows it. The title is in the header, which has no languages.
  private static func localized(_ name: String, _ languageTag: String?, _ format: LibraryFormat) -> String {
    guard format.hasTextLanguages, let languageTag, name != title else { return name }
    return name + "-" + ISO639.bibliographic(languageTag)
  }

  private static let title = "title"
  /// The start of the names of tags of dates: of recording, of release and others.
  private static let dates = "DATE"

  /// Returns whether a text is this date, exactly or to the day, the month or the year.
  private static func says(_ text: String, _ date: Date) -> Bool {
    guard let stated = DateText(text).date else { return false }
    return stated == date || date.formatted(.iso8601).hasPrefix(text)
  }

  private mutating func add(_ text: String, _ name: String) {
    guard let index = texts.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) else {
      return texts.append((name, text))
    }
    if texts[index].text != text { texts[index].text += Self.separator + text }
  }

  /// Sets the language of a file's only track, which overrides the file's own statement.
  mutating func setLanguage(_ language: String, _ name: String) {
    texts.removeAll { $0.name == name }
    texts.append((name, ISO639.code(language)))
  }

  private static func field(_ picture: CoverPicture, _ record: MetadataRecord) -> (name: String, text: String) {
    let kind = record.attributes[.pictureKind].flatMap { TagPicture.kinds.firstIndex(of: $0) } ?? TagPicture.frontCover
    let tag = TagPicture(
      mediaType: picture.isPNG ? "image/png" : "image/jpeg", kind: UInt32(clamping: kind), bytes: picture.bytes)
    let block = FLACPicture.bytes(of: tag, width: picture.width, height: picture.height)
    return (VorbisComment.pictureName, Data(block).base64EncodedString())
  }

  /// Returns whether a text from one of the container's key spaces is written to the container.
  static func writes(_ identifier: MetadataIdentifier, _ format: LibraryFormat) -> Bool {
    if format.hasID3Tag, ID3TagWriter.writes(identifier) { return true }
    // The container decides which pictures are kept.
    return MetadataMeaning.of(identifier)?.form == .picture || name(of: identifier, info: "", format) != nil
  }

  /// Returns libavformat's name for a text. It is `nil` for a record that is no text about the media: pictures, facts
  /// about a file's making, and key spaces that none of libavformat's containers has.
  private static func name(of identifier: MetadataIdentifier, info: String?, _ format: LibraryFormat) -> String? {
    let key = String(decoding: identifier.key, as: UTF8.self)
    switch identifier.keySpace {
    case MetadataRecord.KeySpace.vorbisComment: return key
    // Tags are in capitals; among the elements only these two are texts about the media.
    case MetadataRecord.KeySpace.matroska:
      if key == "Title" || key == "Name" || key == "TITLE" { return title }
      if key == "DateUTC" { return format.creationDateName }
      return key == key.uppercased() && key != "DURATION" && !key.hasPrefix("_STATISTICS") ? key : nil
    case MetadataRecord.KeySpace.id3:
      // A name that is no frame's becomes a user-defined frame, as this one is.
      if key == MetadataRecord.userText { return info }
      // libavformat writes these as user-defined frames in AIFF's tag.
      if let name = ["COMM": "comment", "USLT": "lyrics"][key] { return name }
      return key.count == 4 && key.hasPrefix("T") ? key : nil
    case MetadataRecord.KeySpace.audioFile:
      let prefix = MetadataRecord.informationPrefix
      let name = key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : key
      guard let names = format.textNames else { return name }
      return names[name]
    default: return nil
    }
  }
}

extension MetadataRecord {
  /// A Boolean value that says whether the value is a picture that libavformat attaches to a file.
  var isPicture: Bool {
    let types: [MetadataDataType] = [.jpeg, .png]
    return types.contains { $0.rawValue == dataType }
  }

  /// The text for containers in which a zero ends a text: zeros between several values, as in ID3, are replaced by a
  /// separator. It is `nil` for a value that is no text.
  var separatedText: String? {
    String(validating: bytes, as: UTF8.self)?.split(separator: "\0").joined(separator: LibraryTags.separator)
  }
}

extension LibraryTags.Picture {
  init(_ cover: CoverPicture, _ record: MetadataRecord) {
    self.cover = cover
    name = record.attributes[.fileName].flatMap { $0.isEmpty ? nil : $0 }
    let info = record.attributes[.info]
    // Without a description, the name is used as one.
    note = name == nil || info == name ? nil : info
  }
}
