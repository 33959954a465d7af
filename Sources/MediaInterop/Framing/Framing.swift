/// The order of the parts of a container (chunks, boxes, elements, tags, pages) in its file.
///
/// Each part begins with a header that states the part's length. Walking from header to header finds the part in which
/// the file was truncated. This is a value without a file: the caller passes in the bytes.
struct Framing {
  enum Container: CaseIterable, Sendable {
    case wave, wave64, avi, caf, au, iff, matroska, ogg, wavPack, flashVideo, movie
  }

  /// The part at one offset of a file.
  enum Step: Equatable {
    /// A part whose bytes reach to `end`, and the offset of the next one, after any padding.
    case part(name: String, end: Int64, next: Int64)
    /// The last part that matters, whose bytes reach to `end`.
    case last(name: String, end: Int64)
    /// The beginning of a part whose header itself is truncated.
    case cutHeader
    /// The end of the walk: a part that reaches to the end of the file wherever that is, or bytes that are no part of
    /// the container.
    case end
  }

  let container: Container
  /// The size of `data` in RF64, from the `ds64` chunk before it.
  var wideDataSize: Int64?
  /// A Boolean value that says whether a list of media was passed in AVI: any bytes may follow it.
  var hasPassedMedia = false
  /// A Boolean value that says whether a movie's media data that extends beyond the end of the file counts as
  /// truncated. If there is an index, the index decides instead.
  var countsMedia = false
  /// A Boolean value that says whether the Ogg page before was the last of its stream; `nil` before the first page.
  var streamHasEnded: Bool?

  init(_ container: Container) { self.container = container }

  /// The number of bytes of the longest header: that of an Ogg page with 255 lacing values.
  static let longestHeader = 27 + 255

  /// Returns the part that begins at an offset.
  ///
  /// - Parameters:
  ///   - header: the bytes there, `longestHeader` of them if the file has as many.
  ///   - offset: the offset in bytes from the start of the file.
  mutating func step(_ header: [UInt8], at offset: Int64) -> Step {
    switch container {
    case .wave: waveStep(header, at: offset)
    case .avi: aviStep(header, at: offset)
    case .wave64: wave64Step(header, at: offset)
    case .iff: iffStep(header, at: offset)
    case .caf: cafStep(header, at: offset)
    case .au: auStep(header)
    case .matroska: matroskaStep(header, at: offset)
    case .wavPack: wavPackStep(header, at: offset)
    case .flashVideo: flashVideoStep(header, at: offset)
    case .ogg: oggStep(header, at: offset)
    case .movie: movieStep(header, at: offset)
    }
  }

  /// Returns the sum of an offset and sizes, limited so that a hostile size cannot overflow it.
  static func place(_ offset: Int64, plus sizes: Int64...) -> Int64 {
    sizes.reduce(offset) { sum, size in
      let (result, overflow) = sum.addingReportingOverflow(max(0, size))
      return overflow ? .max : result
    }
  }
}

extension [UInt8] {
  /// Returns an unsigned number of `count` bytes (at most 8), the most significant first; `nil` if some of them are
  /// missing.
  func bigEndian(at offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    return self[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns an unsigned number of `count` bytes (at most 8), the least significant first; `nil` if some of them are
  /// missing.
  func littleEndian(at offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    return self[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns a four-character code of printable ASCII; `nil` for anything else.
  func fourCC(at offset: Int) -> String? {
    guard offset >= 0, offset + 4 <= count else { return nil }
    let code = self[offset..<offset + 4]
    return code.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? String(decoding: code, as: UTF8.self) : nil
  }
}
