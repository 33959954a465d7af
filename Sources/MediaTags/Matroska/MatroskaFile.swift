import MovieFile

/// The elements of a Matroska file other than its media. The media is not read.
struct MatroskaFile {
  /// The elements in the file's order. There may be several of a kind.
  private(set) var elements: [EBMLElement] = []
  /// The attached files in the file's order. Files that are cut off are left out.
  private(set) var attachedFiles: [AttachedFile] = []

  /// An attached file: the elements that describe it, and the range of its bytes in the container, which are not read.
  struct AttachedFile {
    var elements: [EBMLElement]
    var contents: Range<Int64>

    func text(_ identifier: UInt32) -> String? { elements.first { $0.identifier == identifier }?.text }
  }

  /// The elements that say what the file is.
  static let descriptions: Set<UInt32> = [
    MatroskaElement.information, MatroskaElement.tracks, MatroskaElement.tags, MatroskaElement.chapters,
    MatroskaElement.attachments,
  ]
  /// The size of the longest identifier together with the longest size, in bytes.
  private static let longestHeader = 12
  /// The largest number of elements that are read; no real file has so many apart from its media.
  private static let largestCount = 1 << 12

  /// - Parameter wanted: the identifiers of the elements that are read.
  /// - Throws: `MediaError(.inputOutput)`, when the file cannot be read.
  init(_ source: any ByteSource, wanted: Set<UInt32> = descriptions) throws {
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
        places += Self.places(list, of: wanted).map { segment.contents + $0 }
      } else if wanted.contains(element.identifier) {
        try add(element, of: source)
      }
      offset = element.contents + size
    }
    // The list of offsets (`SeekHead`) locates elements after the media.
    for place in places.prefix(Self.largestCount) where place > 0 && found.insert(place).inserted {
      guard let element = try Self.header(source, at: place), wanted.contains(element.identifier) else { continue }
      try add(element, of: source)
    }
  }

  private mutating func add(_ element: Header, of source: any ByteSource) throws {
    if element.identifier == MatroskaElement.attachments {
      attachedFiles += try Self.attachedFiles(source, in: element)
    } else if let read = try Self.read(source, element) {
      elements.append(read)
    }
  }

  // MARK: Attached files

  private static func attachedFiles(_ source: any ByteSource, in list: Header) throws -> [AttachedFile] {
    try headers(source, in: list).filter { $0.identifier == MatroskaElement.attachment }.compactMap { file in
      var elements: [EBMLElement] = []
      var contents: Range<Int64>?
      for header in try headers(source, in: file) {
        if header.identifier == MatroskaElement.fileContents {
          contents = header.isCut ? nil : header.end.map { header.contents..<$0 }
        } else if let read = try read(source, header) {
          elements.append(read)
        }
      }
      return contents.map { AttachedFile(elements: elements, contents: $0) }
    }
  }

  /// Returns the headers of the elements inside another one, in order, up to an element that goes beyond it.
  private static func headers(_ source: any ByteSource, in parent: Header) throws -> [Header] {
    guard let end = parent.end else { return [] }
    var found: [Header] = []
    var offset = parent.contents
    while offset < end, found.count < largestCount, let header = try header(source, at: offset),
      let next = header.end, next <= end
    {
      found.append(header)
      offset = next
    }
    return found
  }

  /// The descriptions of the tracks, in the file's order.
  var tracks: [EBMLElement] {
    children(of: MatroskaElement.tracks).filter { $0.identifier == MatroskaElement.track }
  }

  /// Returns all elements within the elements that have an identifier.
  func children(of identifier: UInt32) -> some Sequence<EBMLElement> {
    elements.lazy.filter { $0.identifier == identifier }.flatMap(\.children)
  }

  private struct Header {
    var identifier: UInt32
    /// The size in bytes. It is `nil` if it is coded as unknown, which the media's element may have.
    var size: Int64?
    var offset: Int64
    var contents: Int64
    /// A Boolean value that says whether the element goes on beyond the end of the file.
    var isCut: Bool

    /// The offset after the element. It is `nil` if the size is not known.
    var end: Int64? { size.map { contents + $0 } }
  }

  /// Reads a header; `nil` at the end of the file and at bytes that are not an element.
  private static func header(_ source: any ByteSource, at offset: Int64) throws -> Header? {
    guard offset >= 0, offset < source.byteCount else { return nil }
    var reader = ByteReader(try source.read(longestHeader, at: offset), boxType: "EBML", origin: offset)
    guard let identifier = try? EBMLElement.identifier(&reader), let size = try? EBMLElement.size(&reader) as UInt64??
    else { return nil }
    // The size of an element that goes beyond the end of the file is reduced to what is there.
    let rest = UInt64(max(0, source.byteCount - reader.fileOffset))
    return Header(
      identifier: identifier, size: size.map { Int64(min($0, rest)) }, offset: offset, contents: reader.fileOffset,
      isCut: size.map { $0 > rest } ?? false)
  }

  /// Reads a whole element; `nil` for one that is larger than `FileTags.largestTag`, or is cut off.
  private static func read(_ source: any ByteSource, _ header: Header) throws -> EBMLElement? {
    guard let size = header.size, size <= FileTags.largestTag else { return nil }
    let count = Int(header.contents - header.offset) + Int(size)
    var reader = ByteReader(try source.read(count, at: header.offset), boxType: "EBML", origin: header.offset)
    return try? EBMLElement(&reader)
  }

  private static func places(_ list: EBMLElement, of wanted: Set<UInt32>) -> [Int64] {
    list.children.filter { $0.identifier == MatroskaElement.seek }.compactMap { seek in
      guard let identifier = seek.first(MatroskaElement.seekIdentifier)?.unsigned,
        wanted.contains(UInt32(truncatingIfNeeded: identifier))
      else { return nil }
      return seek.first(MatroskaElement.seekPosition)?.unsigned.flatMap { Int64(exactly: $0) }
        .flatMap { $0 < Int64.max / 2 ? $0 : nil }
    }
  }
}
