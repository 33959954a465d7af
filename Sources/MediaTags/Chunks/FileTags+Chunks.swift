import MovieFile

extension FileTags {
  /// The largest number of chunks that are read; no real file has so many.
  private static let largestChunkCount = 1 << 16

  /// Reads the tags of a file of chunks: its own texts, and an ID3 tag if it has one.
  mutating func readChunks(_ source: any ByteSource) throws {
    guard var chunks = try Chunks(source) else { return }
    var items: [TagItem] = []
    for _ in 0..<Self.largestChunkCount {
      guard let chunk = try chunks.next() else { break }
      switch (chunks.form, chunk.type) {
      case (.riff, "LIST"): items += try Self.information(source, chunk)
      case (.riff, "bext"): items += BroadcastExtension.items(try chunks.bytes(of: chunk))
      case (.riff, "id3 "), (.riff, "ID3 "), (.aiff, "ID3 "):
        if let tag = ID3Tag(try chunks.bytes(of: chunk)) { add(tag) }
      case (.riff, let type) where AudioFileKey.riffData.contains(type),
        (.aiff, let type) where AudioFileKey.aiffData.contains(type):
        items.append(TagItem("\(type)", .data(try chunks.bytes(of: chunk))))
      case (.aiff, "COMT"): items += Self.comments(try chunks.bytes(of: chunk))
      case (.aiff, let type):
        guard let name = AudioFileKey.aiff[type] else { break }
        let text = String(utf8OrLatin1: try chunks.bytes(of: chunk)).withoutFilling
        if !text.isEmpty { items.append(TagItem(name, text: text)) }
      case (.coreAudio, "info"): items += Self.dictionary(try chunks.bytes(of: chunk))
      default: break
      }
    }
    add(items, .audioFile)
  }

  /// Returns the texts of a `LIST` chunk of the type `INFO` (Microsoft's "Multimedia Programming Interface and Data
  /// Specifications 1.0", 2).
  private static func information(_ source: any ByteSource, _ list: Chunks.Chunk) throws -> [TagItem] {
    guard list.size >= 4, try source.read(4, at: list.offset) == Array("INFO".utf8) else { return [] }
    var chunks = Chunks(source, .riff, in: list.offset + 4..<list.offset + list.size)
    var items: [TagItem] = []
    for _ in 0..<largestChunkCount {
      guard let chunk = try chunks.next() else { break }
      let text = String(utf8OrLatin1: try chunks.bytes(of: chunk).prefix { $0 != 0 }).withoutFilling
      // A type that the dictionary does not contain is itself the name.
      let name = AudioFileKey.riff[chunk.type] ?? "\(chunk.type)"
      if !text.isEmpty { items.append(TagItem(name, text: text)) }
    }
    return items
  }

  /// Returns the texts of a chunk of comments (Apple's AIFF specification, "Comments Chunk"). Each comment has a time
  /// and the number of a marker, which are skipped.
  private static func comments(_ bytes: [UInt8]) -> [TagItem] {
    var reader = ByteReader(bytes, boxType: "COMT")
    var items: [TagItem] = []
    guard let count = try? reader.u16() else { return items }
    while items.count < count, (try? reader.skip(6)) != nil, let size = try? reader.u16(),
      let text = try? reader.bytes(Int(size))
    {
      items.append(TagItem(AudioFileKey.prefix + "comments", text: String(utf8OrLatin1: text).withoutFilling))
      if !size.isMultiple(of: 2) { try? reader.skip(1) }
    }
    return items.filter { $0.text?.isEmpty == false }
  }

  /// Returns the items of the information chunk of Core Audio files (Core Audio Format specification): a count, then
  /// pairs of texts.
  private static func dictionary(_ bytes: [UInt8]) -> [TagItem] {
    var reader = ByteReader(bytes, boxType: "info")
    guard let count = try? reader.u32() else { return [] }
    var items: [TagItem] = []
    while items.count < count, !reader.isAtEnd {
      let key = reader.terminatedString()
      let value = reader.terminatedString()
      items.append(TagItem(AudioFileKey.prefix + key, text: value))
    }
    return items
  }
}

/// The names of Core Audio's information dictionary.
enum AudioFileKey {
  /// The beginning of the names in the key space `caaf`.
  static let prefix = "info-"

  static let riff: [FourCC: String] = [
    "INAM": "title", "IART": "artist", "IPRD": "album", "ICMT": "comments", "ICOP": "copyright",
    "ICRD": "recorded date", "IGNR": "genre", "ISFT": "encoding application", "ITRK": "track number",
    "IPRT": "track number", "IMUS": "composer", "ISBJ": "subtitle", "ILYC": "lyricist",
  ].mapValues { prefix + $0 }

  /// The chunks of RIFF whose bytes are kept as they are: XMP, the XML of recorders, positions for samplers and
  /// players, and the cart chunk of radio stations.
  static let riffData: Set<FourCC> = ["_PMX", "iXML", "axml", "smpl", "cue ", "cart"]

  /// The chunks of AIFF whose bytes are kept as they are: markers, the settings of samplers, and data of applications.
  static let aiffData: Set<FourCC> = ["MARK", "INST", "APPL"]

  /// The text chunks of EA's IFF 85 and Apple's AIFF-C draft, by type, with the names of their items.
  static let aiff: [FourCC: String] = [
    "NAME": "title", "AUTH": "artist", "(c) ": "copyright", "ANNO": "comments",
  ].mapValues { prefix + $0 }
}
