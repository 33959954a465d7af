package import MovieFile

/// A container whose tags this module reads, since libavformat drops their languages, kinds, repetitions and
/// descriptions.
package enum TaggedContainer: Sendable {
  /// MPEG audio, ADTS and other formats that have no tags of their own: ID3 is before the first frame or after the
  /// last, and APE after the last.
  case frames
  case ogg
  case flac
  /// WAVE, RF64 and AVI.
  case riff
  case aiff
  case coreAudio
  case matroska
}

/// The format that defines a tag's names.
package enum TagFormat: Hashable, Sendable {
  case id3
  case vorbisComment
  /// The information dictionary of Core Audio files. The chunks of WAVE and AIFF use its names too.
  case audioFile
  case matroska
}

/// The contents of all tags of a file, in the file's order.
package struct FileTags: Hashable, Sendable {
  package var sections: [Section] = []
  package var chapters: [TagChapter] = []
  /// Attached files other than pictures of the media, which are items.
  package var attachments: [TagAttachment] = []
  /// The tags of single tracks, by the track's index in the file.
  package var tracks: [Int: Section] = [:]
  /// The languages of single tracks as BCP 47 tags, by the track's index in the file. They take precedence over the
  /// codes that the tracks have too.
  package var trackLanguages: [Int: String] = [:]

  /// Items of one format.
  package struct Section: Hashable, Sendable {
    package var format: TagFormat
    package var items: [TagItem]
  }

  package init() {}

  mutating func add(_ items: [TagItem], _ format: TagFormat) {
    if !items.isEmpty { sections.append(Section(format: format, items: items)) }
  }

  mutating func add(_ items: [TagItem], _ format: TagFormat, track: Int) {
    if !items.isEmpty { tracks[track, default: Section(format: format, items: [])].items += items }
  }
}

extension FileTags {
  /// The largest size of a tag in bytes, which is enough for many pictures.
  static let largestTag = 64 << 20
  /// The largest number of tags at the start of a file. Some writers put a new tag before the old one.
  private static let largestTagCount = 8

  /// Reads the tags of a file. Damaged parts are left out, because a file with damaged tags can still be played.
  ///
  /// - Throws: `MediaError(.inputOutput)`, when the file cannot be read.
  package init(_ source: any ByteSource, in container: TaggedContainer) throws {
    switch container {
    case .frames: try readFrames(source)
    case .ogg: try readOgg(source)
    case .flac: try readFLAC(source)
    case .riff, .aiff, .coreAudio: try readChunks(source)
    case .matroska: try readMatroska(source)
    }
  }

  private mutating func readFrames(_ source: any ByteSource) throws {
    var offset: Int64 = 0
    while sections.count < Self.largestTagCount, let tag = try ID3Tag(source, at: offset) {
      add(tag)
      offset += tag.byteCount
      // Tags without frames add no section, so only the size of the file bounds their number.
      guard offset < source.byteCount else { break }
    }
    // Writers repeat the items of one tag in another.
    let known = Set(sections.flatMap(\.items).map { [$0.name, $0.note ?? ""] })
    let others = try APETag(source)?.items ?? []
    add(others.filter { !known.contains([$0.name, $0.note ?? ""]) }, .id3)
    if sections.isEmpty, let items = try ID3Version1(source)?.items { add(items, .id3) }
  }

  mutating func add(_ tag: ID3Tag) {
    add(tag.items, .id3)
    chapters += tag.chapters
  }
}
