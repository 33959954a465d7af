import Bitstreams

/// The consecutive streams of an Ogg file: each is complete, and counts its samples from zero (RFC 3533, 4).
///
/// libavformat reads them as one stream, but only knows the duration of the last one and the configuration of the first.
/// This is a value without a file: the caller passes in the pages.
struct OggChain {
  /// The number of links of the chain. A link is a stream, or a group of streams that begin together.
  private(set) var linkCount = 0
  /// A Boolean value that says whether each link is one stream.
  private(set) var isOfSingleStreams = true
  /// The first link's STREAMINFO of FLAC, with bounds of the blocks and frames that hold for all links; `nil` for other
  /// codings.
  private(set) var streamInfo: FLACStreamInfo?
  /// The number of samples of earlier links, without those that players of Opus drop at the start of each.
  private var earlierSamples: Int64 = 0
  /// The end position, in samples, of this link's last page that states one.
  private var end: Int64 = 0
  /// The number of samples that players of Opus drop at the start of this link, and of the first.
  private var skipped: (now: Int64, first: Int64) = (0, 0)
  /// A Boolean value that says whether a page was read that begins no stream of this link.
  private var isPastBeginning = true

  /// The number of samples of all links, including those that players of Opus drop at the start of the first.
  var sampleCount: Int64 { Framing.place(earlierSamples, plus: end - skipped.now, skipped.first) }

  /// The length of the longest page in bytes: 27, 255 lengths, and 255 bytes for each (RFC 3533, 6).
  static let longestPage = 27 + 255 + 255 * 255

  /// Returns whether a file ends with the stream that it begins with. No other stream can follow then, since each has
  /// its own serial number.
  ///
  /// - Parameter tail: the end of the file, as long as the longest page.
  static func isOfOneStream(firstPage: [UInt8], tail: [UInt8]) -> Bool {
    let name = Array("OggS".utf8)
    guard let last = tail.indices.reversed().first(where: { tail[$0...].starts(with: name) }),
      let first = firstPage.littleEndian(at: 14, 4), let serial = tail.littleEndian(at: last + 14, 4)
    else { return false }
    return first == serial
  }

  /// Adds the next page.
  ///
  /// - Parameter page: the bytes of the page from its start on, `Framing.longestHeader` of them if it has as many.
  mutating func add(_ page: [UInt8]) {
    guard page.count >= 27 else { return }
    if page[5] & 0x02 == 0 {
      isPastBeginning = true
    } else if isPastBeginning {
      isPastBeginning = false
      earlierSamples = Framing.place(earlierSamples, plus: end - skipped.now)
      linkCount += 1
      end = 0
      skipped.now = Self.skippedSamples(at: page)
      if linkCount == 1 { skipped.first = skipped.now }
      if let info = Self.streamInfo(at: page) { streamInfo = streamInfo.map { $0.holding(for: info) } ?? info }
    } else {
      isOfSingleStreams = false
    }
    // All bits are set if no packet ends in the page.
    if let position = page.littleEndian(at: 6, 8).flatMap({ Int64(exactly: $0) }) { end = max(end, position) }
  }

  /// Returns the STREAMINFO of FLAC, from a page with its first header (RFC 9639, 10.1); `nil` for other codings.
  private static func streamInfo(at page: [UInt8]) -> FLACStreamInfo? {
    let packet = page.dropFirst(27 + Int(page[26]))
    guard packet.starts(with: [0x7F] + Array("FLAC".utf8)) else { return nil }
    // Behind the version, the number of headers, the name of FLAC's own files and the header of the block.
    return try? FLACStreamInfo(parsing: Array(packet.dropFirst(17).prefix(FLACStreamInfo.size)))
  }

  /// Returns the pre-skip of Opus, from a page with its first header (RFC 7845, 5.1); 0 for other codings.
  private static func skippedSamples(at page: [UInt8]) -> Int64 {
    let packet = page.dropFirst(27 + Int(page[26]))
    guard packet.starts(with: Array("OpusHead".utf8)) else { return 0 }
    return page.littleEndian(at: packet.startIndex + 10, 2).map { Int64($0) } ?? 0
  }
}

extension FLACStreamInfo {
  /// Returns this block with bounds that also hold for the blocks and frames of another stream.
  fileprivate func holding(for other: FLACStreamInfo) -> FLACStreamInfo {
    var info = self
    info.minimumBlockSize = min(minimumBlockSize, other.minimumBlockSize)
    info.maximumBlockSize = max(maximumBlockSize, other.maximumBlockSize)
    // 0 is unknown: so it is where one of them is.
    info.minimumFrameSize = min(minimumFrameSize, other.minimumFrameSize)
    let isKnown = maximumFrameSize > 0 && other.maximumFrameSize > 0
    info.maximumFrameSize = isKnown ? max(maximumFrameSize, other.maximumFrameSize) : 0
    return info
  }
}
