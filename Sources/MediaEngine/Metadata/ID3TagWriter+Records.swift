import CoreMedia
import MediaInterop
import MediaSupport
import MediaTags

extension ID3TagWriter {
  /// Makes a tag from records in ID3's key space.
  ///
  /// Texts that belong to one frame are joined to one text. A value is left out if it is neither a text nor a picture,
  /// nor belongs to a frame that only ID3 has (`writes(_:)`).
  ///
  /// - Parameter language: the language of the sound, which overrides the records.
  init(_ records: [MetadataRecord], _ chapters: [FileChapter], language: String?) {
    self.init()
    var texts: [(frame: TextFrame, text: String)] = []
    for record in records {
      if let frame = TextFrame(record), let text = record.separatedText {
        guard let place = texts.firstIndex(where: { $0.frame == frame }) else {
          texts.append((frame, text))
          continue
        }
        if texts[place].text != text { texts[place].text += LibraryTags.separator + text }
      } else if let picture = TagPicture(record) {
        add(picture, note: record.attributes[.info] ?? "")
      } else if let frame = OwnFrame(record.identifier) {
        add(record, frame)
      }
    }
    if let language {
      texts.removeAll { $0.frame == .language }
      texts.append((.language, ISO639.code(language)))
    }
    for (frame, text) in texts { add(text, frame) }
    add(chapters.map { ($0.title, $0.milliseconds) })
  }

  private mutating func add(_ text: String, _ frame: TextFrame) {
    switch frame {
    case .own(let identifier): addText(text, as: identifier)
    case .named(let name): addText(text, named: name)
    case .spoken(let identifier, let language, let note):
      addText(text, as: identifier, language: language, note: note)
    }
  }
}

extension ID3TagWriter {
  /// Returns whether records with an identifier are written to a frame of their own, in addition to texts and pictures.
  static func writes(_ identifier: MetadataIdentifier) -> Bool { OwnFrame(identifier) != nil }

  private mutating func add(_ record: MetadataRecord, _ frame: OwnFrame) {
    let key = String(decoding: record.identifier.key, as: UTF8.self)
    let (note, text) = (record.attributes[.info] ?? "", record.separatedText ?? "")
    switch frame {
    case .address: addAddress(text, as: key)
    case .namedAddress: addAddress(text, named: note)
    case .owned: addBytes(record.bytes, as: key, owner: note)
    case .rating: if let rating = UInt8(text) { addRating(rating, by: note) }
    case .playCount: if let count = UInt64(text) { addPlayCount(count) }
    case .terms: addTerms(text, language: record.languageTag.map(ISO639.code))
    case .data: addFrame(key, record.bytes)
    }
  }
}

/// The frames that have no counterpart in other key spaces, and are also valid in a new file. Frames with positions,
/// times or keys of the old file (`MLLT`, `SYLT`, `ENCR`) are not among them, nor those that are only partly read
/// (`GEOB`).
private enum OwnFrame {
  case address, namedAddress, owned, rating, playCount, terms, data

  init?(_ identifier: MetadataIdentifier) {
    guard identifier.keySpace == MetadataRecord.KeySpace.id3 else { return nil }
    let key = String(decoding: identifier.key, as: UTF8.self)
    switch key {
    case "WXXX": self = .namedAddress
    case "PRIV", "UFID": self = .owned
    case "POPM": self = .rating
    case "PCNT": self = .playCount
    case "USER": self = .terms
    case "MCDI": self = .data
    default:
      guard key.utf8.count == 4, key.hasPrefix("W") else { return nil }
      self = .address
    }
  }
}

/// The frame that a text is written to.
private enum TextFrame: Equatable {
  case own(String)
  case named(String)
  case spoken(String, language: String?, note: String)

  /// The frame for the language of the sound.
  static let language = own("TLAN")

  init?(_ record: MetadataRecord) {
    guard record.identifier.keySpace == MetadataRecord.KeySpace.id3 else { return nil }
    let key = String(decoding: record.identifier.key, as: UTF8.self)
    switch key {
    case MetadataRecord.userText:
      guard let name = record.attributes[.info], !name.isEmpty else { return nil }
      self = .named(name)
    case "COMM", "USLT":
      let language = record.languageTag.map(ISO639.code)
      self = .spoken(key, language: language, note: record.attributes[.info] ?? "")
    default:
      guard key.utf8.count == 4, key.hasPrefix("T") else { return nil }
      self = .own(key)
    }
  }
}

extension TagPicture {
  /// Makes a picture from a record; `nil` for a value that is no picture, or does not state its size.
  fileprivate init?(_ record: MetadataRecord) {
    guard record.isPicture, let picture = CoverPicture(record.bytes) else { return nil }
    let kind = record.attributes[.pictureKind].flatMap { TagPicture.kinds.firstIndex(of: $0) }
    self.init(
      mediaType: picture.isPNG ? "image/png" : "image/jpeg", kind: UInt32(clamping: kind ?? TagPicture.frontCover),
      bytes: picture.bytes)
  }
}

extension FileChapter {
  fileprivate var milliseconds: Range<UInt32> {
    func rounded(_ nanoseconds: Int64) -> UInt32 {
      UInt32(clamping: TimeBase.nanoseconds.rescale(nanoseconds, to: TimeBase(ticksPerSecond: 1000)))
    }
    return rounded(nanoseconds.lowerBound)..<rounded(nanoseconds.upperBound)
  }
}
