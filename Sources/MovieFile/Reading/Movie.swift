import MediaSupport

/// A movie file's index as values. The media itself is never read.
///
/// Reading costs the bytes of `moov` (and of every `moof`), which the tracks' tables keep and read where they lie.
/// A damaged file throws `MediaError(.damagedContainer, .opening)` with the box and the place, a file that ends before
/// its index does `.truncatedContainer`; a file that is no movie throws `.unrecognizedFormat`.
package struct Movie: Sendable {
  /// `ftyp`; `nil` in old QuickTime movies.
  package internal(set) var fileType: FileType?
  package internal(set) var header: MovieHeader
  package internal(set) var tracks: [Track] = []
  /// `udta` and `meta` as they are.
  package internal(set) var userData: OpaqueBox?
  package internal(set) var metadata: OpaqueBox?
  /// The XMP packet of an ISO file; a QuickTime movie has it in `udta`.
  package internal(set) var xmp: [UInt8]?
  /// `mvex` is there: more samples come in `moof` boxes.
  package internal(set) var isFragmented = false
  /// A `moof` comes behind `moov`.
  package internal(set) var hasFragments = false
  /// The whole duration of a fragmented movie (`mehd`), in the movie's time scale.
  package internal(set) var fragmentedDuration: Int64?
  package internal(set) var fileSize: Int64
  /// `moov` comes before the first media data.
  package internal(set) var isFastStart = false
  /// A top-level box that the file cuts: its media is not all there.
  package internal(set) var cutBox: FileBoxes.Entry?
  /// The places of those `moof` boxes that are damaged: with boxes that no standard knows, and without samples for some
  /// of the media behind them.
  package internal(set) var damagedFragments: [Int64] = []
  var fragmentCensus = FragmentCensus()
  /// The file is known to be as long as it was made: media data is in it, and every box says where it ends, within.
  package internal(set) var isWhole = false

  /// A QuickTime movie and not an ISO file.
  package var isQuickTime: Bool { fileType?.isQuickTime ?? true }

  package func track(id: UInt32) -> Track? { tracks.first { $0.header.trackID == id } }

  package init(path: String) throws {
    do { try self.init(FileSource(path: path)) } catch let error as MediaError { throw error.adding(path: path) }
  }

  /// - Parameter fragmentLimit: a movie of more fragments is not read, and throws `.unrecognizedFormat`: each is read
  ///   where it lies, which costs a server a request.
  package init(_ source: any ByteSource, fragmentLimit: Int = FileBoxes.largestCount) throws {
    var moov: FileBoxes.Entry?
    var fragments: [FileBoxes.Entry] = []
    // The bytes of media behind each.
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
    try self.init(source.readIndexBox(moov), fileType: fileType, fileSize: source.byteCount)
    self.isFastStart = isFastStart
    self.xmp = xmp
    cutBox = cut
    isWhole = seen.contains("mdat") && cut == nil && !hasOpenBox
    guard isFragmented else { return }
    hasFragments = fragments.contains { $0.offset > moov.offset }
    for entry in fragments where !entry.isCut {
      fragmentCensus = FragmentCensus()
      try readFragment(source.readIndexBox(entry))
      if fragmentCensus.isOfDamaged(mediaSize: mediaSizes[entry.offset] ?? 0) { damagedFragments.append(entry.offset) }
    }
  }

  /// The types by which a file without `moov` is known to be (a part of) a movie all the same.
  private static let movieTypes: Set<FourCC> = ["ftyp", "mdat", "moof", "styp", "wide"]

  private static func noIndex(seen: Set<FourCC>, cut: FileBoxes.Entry?, byteCount: Int64) -> MediaError {
    guard !seen.isDisjoint(with: movieTypes) else {
      return MediaError(.unrecognizedFormat, .opening, "the file is not a movie")
    }
    let reason = cut.map {
      "; '\($0.type)' at byte \($0.offset) ends \($0.offset &+ $0.size &- byteCount) bytes beyond the end of the file"
    }
    return MediaError(
      cut == nil ? .damagedContainer : .truncatedContainer, .opening, "the movie has no index ('moov')\(reason ?? "")")
  }

  /// Reads `moov`.
  private init(_ box: Box, fileType: FileType?, fileSize: Int64) throws {
    self.fileType = fileType
    self.fileSize = fileSize
    guard let headerBox = try box.contents.firstBox("mvhd") else {
      if try box.contents.firstBox("cmov") != nil {
        throw MediaError(.unrecognizedFormat, .opening, "the movie's index is compressed, which is not supported")
      }
      throw box.contents.damaged("it has no 'mvhd'")
    }
    header = try MovieHeader(headerBox)
    try box.contents.forEachBox { child in
      switch child.type {
      case "trak": tracks.append(try Track(child, isQuickTime: isQuickTime, fileSize: fileSize))
      case "udta": userData = child.opaque
      case "meta": metadata = child.opaque
      case "mvex": try readExtends(child)
      default: break
      }
    }
    // `mvex` may come before the tracks it speaks of.
    try box.contents.forEachBox { child in
      if child.type == "mvex" { try readTrackExtends(child) }
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
