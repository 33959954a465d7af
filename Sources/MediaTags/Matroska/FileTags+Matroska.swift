import Foundation
import MovieFile

extension FileTags {
  /// The names of the elements of the segment's information in RFC 9559. Names of tags are in uppercase, so they
  /// differ.
  private static let informationNames: [UInt32: String] = [
    MatroskaElement.title: "Title", MatroskaElement.muxingApplication: "MuxingApp",
    MatroskaElement.writingApplication: "WritingApp",
  ]

  mutating func readMatroska(_ source: any ByteSource) throws {
    let file = try MatroskaFile(source)
    var items: [TagItem] = []
    for element in file.children(of: MatroskaElement.information) {
      if let name = Self.informationNames[element.identifier] {
        if !element.text.isEmpty { items.append(TagItem(name, text: element.text)) }
      } else if element.identifier == MatroskaElement.date, let date = Self.date(element) {
        items.append(TagItem("DateUTC", text: date))
      }
    }
    items += readTags(file)
    for attached in file.attachedFiles {
      if let picture = try Self.picture(attached, of: source) {
        items.append(picture)
      } else if let attachment = Self.attachment(attached) {
        attachments.append(attachment)
      }
    }
    add(items, .matroska)
    chapters = Self.chapters(file)
  }

  /// Returns the date of an element in the form of ISO 8601. The element counts nanoseconds since the beginning of
  /// 2001.
  private static func date(_ element: EBMLElement) -> String? {
    guard element.contents.remaining == 8, let value = element.unsigned else { return nil }
    let seconds = Double(Int64(bitPattern: value)) / 1e9
    return ISO8601DateFormatter().string(from: Date(timeIntervalSinceReferenceDate: seconds.rounded(.down)))
  }

  // MARK: Tags

  /// Reads the tags of the file, and adds those of tracks to `tracks`.
  ///
  /// - Returns: the tags of the whole file. Tags of chapters and attachments are left out.
  private mutating func readTags(_ file: MatroskaFile) -> [TagItem] {
    var places: [UInt64: Int] = [:]
    for (index, entry) in file.tracks.enumerated() {
      if let uid = entry.first(MatroskaElement.trackUID)?.unsigned { places[uid] = places[uid] ?? index }
      if let name = entry.first(MatroskaElement.trackName)?.text, !name.isEmpty {
        add([TagItem("Name", text: name)], .matroska, track: index)
      }
      trackLanguages[index] = entry.first(MatroskaElement.trackLanguageBCP47)?.text
    }
    var whole: [TagItem] = []
    for tag in file.children(of: MatroskaElement.tags) where tag.identifier == MatroskaElement.tag {
      let targets = tag.first(MatroskaElement.targets)
      let level = targets?.first(MatroskaElement.targetType)?.text
      let items = Self.items(of: tag, prefix: level.map { $0 + "/" } ?? "", depth: 0)
      let targeted: [EBMLElement] = targets?.children.filter { ($0.unsigned ?? 0) != 0 } ?? []
      let uids = targeted.filter { $0.identifier == MatroskaElement.targetTrack }.compactMap(\.unsigned)
      let others = [
        MatroskaElement.targetEdition, MatroskaElement.targetChapter, MatroskaElement.targetAttachment,
      ]
      if !uids.isEmpty {
        for place in uids.compactMap({ places[$0] }) { add(items, .matroska, track: place) }
      } else if !targeted.contains(where: { others.contains($0.identifier) }) {
        whole += items
      }
    }
    return whole
  }

  /// The deepest nesting of tags that is read. A nested tag describes the outer one. Real files have fewer levels.
  private static let deepestTag = 4

  private static func items(of parent: EBMLElement, prefix: String, depth: Int) -> [TagItem] {
    parent.children.filter { $0.identifier == MatroskaElement.simpleTag }.flatMap { tag -> [TagItem] in
      guard let name = tag.first(MatroskaElement.tagName)?.text, !name.isEmpty else { return [] }
      var items: [TagItem] = []
      let language = tag.first(MatroskaElement.tagLanguageBCP47) ?? tag.first(MatroskaElement.tagLanguage)
      if let text = tag.first(MatroskaElement.tagText)?.text {
        items.append(TagItem(prefix + name.uppercased(), text: text, language: Self.language(language)))
      } else if let bytes = tag.first(MatroskaElement.tagBinary)?.bytes {
        items.append(TagItem(prefix + name.uppercased(), .data(bytes), language: Self.language(language)))
      }
      guard depth < deepestTag else { return items }
      return items + Self.items(of: tag, prefix: prefix + name.uppercased() + "/", depth: depth + 1)
    }
  }

  /// Returns a language; `nil` for codes that mean no language.
  private static func language(_ element: EBMLElement?) -> String? {
    element.map(\.text).flatMap { ["und", ""].contains($0) ? nil : $0 }
  }

  // MARK: Attachments

  /// ID3's numbers of a front cover, and of a picture whose kind is not stated.
  private static let (coverKind, otherKind): (UInt32, UInt32) = (3, 0)

  /// The media types of attached pictures of the media (RFC 9559, 21.1). Files of other types are attachments.
  private static let pictureTypes: Set<String> = ["image/jpeg", "image/jpg", "image/png"]

  /// Returns an attached picture; `nil` for another file. The file's name says whether it is the cover (RFC 9559,
  /// 21.1).
  private static func picture(_ file: MatroskaFile.AttachedFile, of source: any ByteSource) throws -> TagItem? {
    guard let mediaType = file.text(MatroskaElement.fileMediaType), pictureTypes.contains(mediaType),
      file.contents.count <= largestTag
    else { return nil }
    let name = file.text(MatroskaElement.fileName) ?? ""
    let isCover = name.hasPrefix("cover") || name.hasPrefix("small_cover")
    let bytes = try source.read(file.contents.count, at: file.contents.lowerBound)
    let picture = TagPicture(mediaType: mediaType, kind: isCover ? coverKind : otherKind, bytes: bytes, fileName: name)
    return TagItem("AttachedFile", .picture(picture), note: file.text(MatroskaElement.fileDescription) ?? name)
  }

  /// The type of a file whose type is not known (RFC 2046, 4.5.1).
  private static let unknownType = "application/octet-stream"

  /// Returns an attached file; `nil` for one without a name, because no program could save it.
  private static func attachment(_ file: MatroskaFile.AttachedFile) -> TagAttachment? {
    guard let name = file.text(MatroskaElement.fileName), !name.isEmpty else { return nil }
    let mediaType = file.text(MatroskaElement.fileMediaType) ?? ""
    let note = file.text(MatroskaElement.fileDescription) ?? ""
    return TagAttachment(
      name: name, mediaType: mediaType.isEmpty ? unknownType : mediaType, note: note.isEmpty ? nil : note,
      contents: file.contents)
  }

  // MARK: Chapters

  private static let nanosecondsPerSecond: Int32 = 1_000_000_000
  /// The language of a title that states none (RFC 9559, 5.1.7.1.4.10).
  private static let languageByDefault = "eng"

  /// Returns the chapters of the edition that players choose: the default edition, or else the first. Chapters within
  /// chapters, and hidden chapters, are left out.
  private static func chapters(_ file: MatroskaFile) -> [TagChapter] {
    func isSet(_ element: EBMLElement, _ flag: UInt32) -> Bool { element.first(flag)?.unsigned == 1 }
    let editions = file.children(of: MatroskaElement.chapters).filter {
      $0.identifier == MatroskaElement.edition && !isSet($0, MatroskaElement.editionIsHidden)
    }
    let chosen = editions.first { isSet($0, MatroskaElement.editionIsDefault) } ?? editions.first
    return (chosen?.children.filter { $0.identifier == MatroskaElement.chapter } ?? [])
      .filter { !isSet($0, MatroskaElement.chapterIsHidden) }
      .filter { $0.first(MatroskaElement.chapterIsEnabled)?.unsigned != 0 }
      .compactMap(Self.chapter).sorted { $0.start < $1.start }
  }

  private static func chapter(_ element: EBMLElement) -> TagChapter? {
    func time(_ identifier: UInt32) -> Int64? {
      element.first(identifier)?.unsigned.flatMap { Int64(exactly: $0) }
    }
    guard let start = time(MatroskaElement.chapterStart) else { return nil }
    var chapter = TagChapter(
      timeScale: nanosecondsPerSecond, start: start, end: time(MatroskaElement.chapterEnd).map { max(start, $0) })
    for display in element.children where display.identifier == MatroskaElement.chapterDisplay {
      guard let text = display.first(MatroskaElement.chapterText)?.text else { continue }
      let named = [MatroskaElement.chapterLanguageBCP47, MatroskaElement.chapterLanguage]
        .compactMap { display.first($0) }.first
      let language = named == nil ? languageByDefault : Self.language(named)
      chapter.titles.append(.init(text, language: language))
    }
    return chapter
  }
}
