import MovieFile

/// The elements of a Matroska file that are not its media, found without reading the media.
struct MatroskaFile {
  /// The elements, several of a kind in the file's order.
  private(set) var elements: [EBMLElement] = []

  private static let wanted: Set<UInt32> = [
    MatroskaElement.information, MatroskaElement.tracks, MatroskaElement.tags, MatroskaElement.chapters,
    MatroskaElement.attachments,
  ]
  /// The size of the longest number and size, in bytes.
  private static let longestHeader = 12
  /// A number of elements that no real file has beside its media.
  private static let largestCount = 1 << 12

  init(_ source: any ByteSource) throws {
    guard let header = try Self.header(source, at: 0), header.identifier == MatroskaElement.header,
      let size = header.size, let segment = try Self.header(source, at: header.contents + size),
      segment.identifier == MatroskaElement.segment
    else { return }
    var found: Set<Int64> = []
    var places: [Int64] = []
    var offset = segment.contents
    for _ in 0..<Self.largestCount {
      guard let element = try Self.header(source, at: offset), element.identifier != MatroskaElement.cluster,
        let size = element.size
      else { break }
      found.insert(offset)
      if element.identifier == MatroskaElement.seekHead, let list = try Self.read(source, element) {
        places += Self.places(list).map { segment.contents + $0 }
      } else if Self.wanted.contains(element.identifier), let read = try Self.read(source, element) {
        elements.append(read)
      }
      offset = element.contents + size
    }
    // Elements after the media are found by the list of offsets.
    for place in places.prefix(Self.largestCount) where place > 0 && found.insert(place).inserted {
      guard let element = try Self.header(source, at: place), Self.wanted.contains(element.identifier),
        let read = try Self.read(source, element)
      else { continue }
      elements.append(read)
    }
  }

  /// Returns all elements within those with a number.
  func children(of identifier: UInt32) -> [EBMLElement] {
    elements.filter { $0.identifier == identifier }.flatMap(\.children)
  }

  private struct Header {
    var identifier: UInt32
    /// The size; `nil` where it is not known: the media may be one such element.
    var size: Int64?
    var offset: Int64
    var contents: Int64
  }

  /// Reads a header; `nil` at the end of the file and at bytes that are not an element.
  private static func header(_ source: any ByteSource, at offset: Int64) throws -> Header? {
    guard offset >= 0, offset < source.byteCount else { return nil }
    var reader = ByteReader(try source.read(longestHeader, at: offset), boxType: "EBML", origin: offset)
    guard let identifier = try? EBMLElement.identifier(&reader), let size = try? EBMLElement.size(&reader) as UInt64??
    else { return nil }
    // An element that goes beyond the end is cut there.
    let rest = UInt64(max(0, source.byteCount - reader.fileOffset))
    return Header(
      identifier: identifier, size: size.map { Int64(min($0, rest)) }, offset: offset, contents: reader.fileOffset)
  }

  /// Reads a whole element; `nil` for one that is larger than tags are, or is cut.
  private static func read(_ source: any ByteSource, _ header: Header) throws -> EBMLElement? {
    guard let size = header.size, size <= FileTags.largestTag else { return nil }
    let count = Int(header.contents - header.offset) + Int(size)
    var reader = ByteReader(try source.read(count, at: header.offset), boxType: "EBML", origin: header.offset)
    return try? EBMLElement(&reader)
  }

  private static func places(_ list: EBMLElement) -> [Int64] {
    list.children.filter { $0.identifier == MatroskaElement.seek }.compactMap { seek in
      guard let identifier = seek.first(MatroskaElement.seekIdentifier)?.unsigned,
        wanted.contains(UInt32(truncatingIfNeeded: identifier))
      else { return nil }
      return seek.first(MatroskaElement.seekPosition)?.unsigned.flatMap { Int64(exactly: $0) }
        .flatMap { $0 < Int64.max / 2 ? $0 : nil }
    }
  }
}
