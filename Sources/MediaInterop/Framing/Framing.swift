/// The order of the parts of a container (chunks, boxes, elements, tags, pages) in its file.
///
/// Each part begins with a header that says how long the part is; a walk from header to header finds the part that the
/// file was cut in. This is a value without a file: the walk hands it the bytes.
struct Framing {
  enum Container: CaseIterable, Sendable {
    case wave, wave64, avi, caf, au, iff, matroska, ogg, wavPack, flashVideo, movie
  }

  /// The thing at one place of a file.
  enum Step: Equatable {
    /// A part whose bytes reach to `end`, and the place of the next one, after any padding.
    case part(name: String, end: Int64, next: Int64)
    /// The last part that matters, likewise.
    case last(name: String, end: Int64)
    /// The beginning of a part whose header itself is not all there.
    case cutHeader
    /// Nothing that the container's numbers tell more about: a part that reaches to the end of the file wherever that
    /// is, or bytes that are none of its parts.
    case end
  }

  let container: Container
  /// The size of `data` in RF64, from the `ds64` chunk before it.
  var wideDataSize: Int64?
  /// A Boolean value that says whether a list of media was passed in AVI: anything may follow.
  var hasPassedMedia = false
  /// A Boolean value that says whether a movie's media data that goes on beyond the end is a cut. With an index the
  /// index decides.
  var countsMedia = false
  /// A Boolean value that says whether the Ogg page before was the last of its stream; `nil` before the first page.
  var streamHasEnded: Bool?

  init(_ container: Container) { self.container = container }

  /// The number of bytes of the longest header: an Ogg page's, with all of its 255 lacing values.
  static let longestHeader = 27 + 255

  /// Returns the part that begins at a place.
  ///
  /// - Parameters:
  ///   - header: the bytes there, `longestHeader` of them where the file has as many.
  ///   - offset: the place, in bytes from the start of the file.
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

  /// Returns a place of the file, which a hostile size cannot move out of the range.
  static func place(_ offset: Int64, plus sizes: Int64...) -> Int64 {
    sizes.reduce(offset) { sum, size in
      let (result, overflow) = sum.addingReportingOverflow(max(0, size))
      return overflow ? .max : result
    }
  }
}

extension [UInt8] {
  /// Returns an unsigned number of `count` bytes (at most 8), the most significant first; `nil` where they are not all
  /// there.
  func bigEndian(at offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, offset + count <= self.count else { return nil }
    return self[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns an unsigned number of `count` bytes (at most 8), the least significant first; `nil` where they are not all
  /// there.
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
