import MediaSupport

/// A movie file's index as values. The media itself is never read.
///
/// Reading packs the tracks' tables, so only a part of them is in memory in the file's form. The tables of every `moof`
/// are read in place. A damaged file throws `MediaError(.damagedContainer, .opening)` with the box and the offset. A
/// file that ends before its index throws `.truncatedContainer`. A file that is not a movie throws
/// `.unrecognizedFormat`.
package struct Movie: Sendable {
  /// The file type, `ftyp`; `nil` in old QuickTime movies.
  package internal(set) var fileType: FileType?
  package internal(set) var header: MovieHeader
  package internal(set) var tracks: [Track] = []
  /// The boxes `udta` and `meta`, without changes.
  package internal(set) var userData: OpaqueBox?
  package internal(set) var metadata: OpaqueBox?
  /// The XMP packet of an ISO file; a QuickTime movie has it in `udta`.
  package internal(set) var xmp: [UInt8]?
  /// A Boolean value that says whether there is an `mvex`: more samples come in `moof` boxes.
  package internal(set) var isFragmented = false
  /// A Boolean value that says whether a `moof` comes after `moov`.
  package internal(set) var hasFragments = false
  /// The whole duration of a fragmented movie (`mehd`), in the movie's time scale.
  package internal(set) var fragmentedDuration: Int64?
  package internal(set) var fileSize: Int64
  /// A Boolean value that says whether `moov` comes before the first media data.
  package internal(set) var isFastStart = false
  /// The top-level box that the end of the file cuts, so that some of its media is missing.
  package internal(set) var cutBox: FileBoxes.Entry?
  /// The offsets of the damaged `moof` boxes. They contain boxes of unknown types, and describe no samples for some of
  /// the media after them.
  package internal(set) var damagedFragments: [Int64] = []
  var fragmentCensus = FragmentCensus()
  /// A Boolean value that says whether the file is known to be complete: it has media data, and every box states its
  /// end, which is within the file.
  package internal(set) var isWhole = false

  /// A Boolean value that says whether this is a QuickTime movie and not an ISO file.
  package var isQuickTime: Bool { fileType?.isQuickTime ?? true }

  package func track(id: UInt32) -> Track? { tracks.first { $0.header.trackID == id } }

  package init(path: String) throws {
    do { try self.init(FileSource(path: path)) } catch let error as MediaError { throw error.adding(path: path) }
  }

  /// - Parameter fragmentLimit: the largest number of fragments. A movie with more throws `.unrecognizedFormat`: each
  ///   fragment is read separately, which costs a request if the file is on a server.
  package init(_ source: any ByteSource, fragmentLimit: Int = FileBoxes.largestCount) throws {
    var moov: FileBoxes.Entry?
    var fragments: [FileBoxes.Entry] = []
    // The number of bytes of media after each fragment's index.
    var mediaSizes: [Int64: Int64] = [:]
    var seen: Set<FourCC> = []
    var fileType: FileType?
    var cut: FileBoxes.Entry?
    var xmp: [UInt8]?
    var hasOpenBox = false
    var isFastStart = false
    var boxes = FileBoxes(source)
    while let entry = try boxes.next() {
      switch entry.type {
      case "ftyp" where fileType == nil && !entry.isCut: fileType = try FileType(source.readIndexBox(entry))
      case "moov" where moov == nil:
        moov = entry
        isFastStart = !seen.contains("mdat")
      case "moof":
        fragments.append(entry)
        guard fragments.count <= fragmentLimit else {
          throw MediaError(.unrecognizedFormat, .opening, "the movie has more than \(fragmentLimit) fragments")
        }
      case "mdat":
        if let last = fragments.last { mediaSizes[last.offset] = entry.size - Int64(entry.headerSize) }
      case "uuid" where xmp == nil: xmp = try XMPPacket.read(entry, from: source)
      default: break
      }
      if entry.isCut { cut = entry }
      if entry.isOpen { hasOpenBox = true }
      seen.insert(entry.type)
    }
    guard let moov else { throw Self.noIndex(seen: seen, cut: cut, byteCount: source.byteCount) }
    try self.init(
      source.indexBox(moov), fileType: fileType, fileSize: source.byteCount,
      wholeSize: Self.wholeSize(cut, source.byteCount))
    self.isFastStart = isFastStart
    self.xmp = xmp
    cutBox = cut
    isWhole = seen.contains("mdat") && cut == nil && !hasOpenBox
    guard isFragmented else { return }
    hasFragments = fragments.contains { $0.offset > moov.offset }
    for entry in fragments where !entry.isCut {
      fragmentCensus = FragmentCensus()
      try readFragment(source.readIndexBox(entry))
      if fragmentCensus.isOfDamaged(mediaSize: mediaSizes[entry.offset] ?? 0) {
        damagedFragments.append(entry.offset)
        for index in tracks.indices { tracks[index].endsInDamage = true }
      }
    }
  }

  /// The types of boxes that make a file without `moov` a movie or a part of one.
  private static let movieTypes: Set<FourCC> = ["ftyp", "mdat", "moof", "styp", "wide"]

  /// The greatest number of missing bytes for which samples of one size are assumed: ninety minutes of linear PCM in
  /// two channels. Only the file's size bounds the number of such samples, and a truncated file can state any size.
  private static let mostMissing: Int64 = 1 << 30

  /// Returns the size that a file had before it was truncated, if its media box states it.
  private static func wholeSize(_ cut: FileBoxes.Entry?, _ byteCount: Int64) -> Int64 {
    guard let cut, cut.type == "mdat" else { return byteCount }
    let (end, overflow) = cut.offset.addingReportingOverflow(cut.size)
    let most = byteCount.addingReportingOverflow(mostMissing)
    let limit = most.overflow ? .max : most.partialValue
    return overflow ? limit : max(byteCount, min(end, limit))
  }

  /// The types of boxes that make a complete file without `moov` still pictures: items (ISO/IEC 23008-12), and the
  /// signature of JPEG 2000 (ISO/IEC 15444-1, I.5.1).
  private static let pictureTypes: Set<FourCC> = ["meta", "jP  "]

  private static func noIndex(seen: Set<FourCC>, cut: FileBoxes.Entry?, byteCount: Int64) -> MediaError {
    let isOfPictures = cut == nil && !seen.isDisjoint(with: pictureTypes)
    guard !isOfPictures, !seen.isDisjoint(with: movieTypes) else {
      return MediaError(.unrecognizedFormat, .opening, "the file is not a movie")
    }
    let reason = cut.map {
      "; '\($0.type)' at byte \($0.offset) ends \($0.offset &+ $0.size &- byteCount) bytes beyond the end of the file"
    }
    return MediaError(
      cut == nil ? .damagedContainer : .truncatedContainer, .opening, "the movie has no index ('moov')\(reason ?? "")")
  }

  /// Reads the contents of `moov`.
  ///
  /// - Parameter wholeSize: the size of the file, or the size that it had before it was truncated.
  private init(_ box: SourceBox, fileType: FileType?, fileSize: Int64, wholeSize: Int64) throws {
    self.fileType = fileType
    self.fileSize = fileSize
    guard let headerBox = try box.firstBox("mvhd") else {
      if try box.firstBox("cmov") != nil {
        throw MediaError(.unrecognizedFormat, .opening, "the movie's index is compressed, which is not supported")
      }
      throw box.damaged("it has no 'mvhd'")
    }
    header = try MovieHeader(headerBox.load())
    try box.forEachBox { child in
      switch child.type {
      case "trak": tracks.append(try Track(child, isQuickTime: isQuickTime, fileSize: wholeSize))
      case "udta": userData = try child.load().opaque
      case "meta": metadata = try child.load().opaque
      case "mvex": try readExtends(child.load())
      default: break
      }
    }
    // `mvex` may come before the tracks to which it belongs.
    try box.forEachBox { child in
      if child.type == "mvex" { try readTrackExtends(child.load()) }
    }
  }

  private mutating func readExtends(_ box: Box) throws {
    isFragmented = true
    if let header = try box.contents.firstBox("mehd") {
      var reader = header.contents
      let wide = try reader.versionAndFlags().version == 1
      fragmentedDuration = try reader.unsigned(wide: wide)
    }
  }

  private mutating func readTrackExtends(_ box: Box) throws {
    try box.contents.forEachBox { child in
      guard child.type == "trex" else { return }
      var reader = child.contents
      try reader.skip(4)
      let id = try reader.u32()
      guard let index = tracks.firstIndex(where: { $0.header.trackID == id }) else { return }
      tracks[index].fragmentDefaults = try FragmentDefaults(&reader)
    }
  }
}
