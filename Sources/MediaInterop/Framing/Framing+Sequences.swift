/// The parts of containers that are plain sequences of small parts, and the boxes of movies.
extension Framing {
  /// Reads a tag of FLV (Adobe's "Video File Format Specification", annex E), which is followed by its size.
  func flashVideoStep(_ header: [UInt8], at offset: Int64) -> Step {
    if offset == 0 {
      guard let start = header.bigEndian(at: 5, 4) else { return .end }
      let end = Framing.place(0, plus: max(9, Int64(start)))
      return .part(name: "header", end: end, next: Framing.place(end, plus: 4))
    }
    // The types are audio, video and script data; the bit above the type marks encryption.
    guard let first = header.first, [8, 9, 18].contains(first & 0x1F), first & 0xC0 == 0 else { return .end }
    guard header.count >= 11, let size = header.bigEndian(at: 1, 3) else { return .cutHeader }
    let end = Framing.place(offset, plus: 11, Int64(size))
    return .part(name: "tag", end: end, next: Framing.place(end, plus: 4))
  }

  /// Reads a block of WavPack. Its stated size does not include its first 8 bytes; a tag may follow the last block.
  func wavPackStep(_ header: [UInt8], at offset: Int64) -> Step {
    guard header.starts(with: Array("wvpk".utf8).prefix(header.count)) else { return .end }
    guard let size = header.littleEndian(at: 4, 4) else { return .cutHeader }
    let end = Framing.place(offset, plus: 8, Int64(size))
    return .part(name: "wvpk", end: end, next: end)
  }

  /// Reads a page of Ogg (RFC 3533, 6): header, lacing values, bytes.
  mutating func oggStep(_ header: [UInt8], at offset: Int64) -> Step {
    let pattern = Array("OggS".utf8)
    guard header.starts(with: pattern.prefix(header.count)) else { return .end }
    guard header.count >= 27, header.count >= 27 + Int(header[26]) else { return .cutHeader }
    streamHasEnded = header[5] & 0x04 != 0
    let count = Int(header[26])
    let size = header[27..<27 + count].reduce(0) { $0 + Int64($1) }
    let end = Framing.place(offset, plus: Int64(27 + count), size)
    return .part(name: "page", end: end, next: end)
  }

  /// Reads a box of a movie file (ISO 14496-12, 4.2). Media data and free space may state a size beyond the end of the
  /// file: only the positions of the samples matter, which the tables state.
  func movieStep(_ header: [UInt8], at offset: Int64) -> Step {
    guard let type = header.fourCC(at: 4), let size32 = header.bigEndian(at: 0, 4) else { return .end }
    // A size of 0 reaches to the end of the file.
    var size = size32
    var headerSize: Int64 = 8
    if size32 == 1 {
      guard let size64 = header.bigEndian(at: 8, 8) else { return .cutHeader }
      size = size64
      headerSize = 16
    }
    guard let size = Int64(exactly: size), size >= headerSize else { return .end }
    let next = Framing.place(offset, plus: size)
    let isRoom = ["free", "skip", "wide"].contains(type) || type == "mdat" && !countsMedia
    return .part(name: type, end: isRoom ? Framing.place(offset, plus: headerSize) : next, next: next)
  }
}
