/// The elements of Matroska and WebM in EBML (RFC 8794). An element is only entered if its size is unknown.
extension Framing {
  private static let segment: UInt64 = 0x1853_8067
  private static let cluster: UInt64 = 0x1F43_B675

  /// The elements that can follow one another in a segment or a cluster of unknown size (RFC 9559): EBML, SeekHead,
  /// Info, Tracks, Cues, Chapters, Attachments, Tags; Timestamp, Position, PrevSize, SimpleBlock, BlockGroup; Void and
  /// CRC-32.
  private static let known: Set<UInt64> = [
    0x1A45_DFA3, 0x114D_9B74, 0x1549_A966, 0x1654_AE6B, 0x1C53_BB6B, 0x1043_A770, 0x1941_A469, 0x1254_C367,
    0xE7, 0xA7, 0xAB, 0xA3, 0xA0, 0xEC, 0xBF, segment, cluster,
  ]

  func matroskaStep(_ header: [UInt8], at offset: Int64) -> Step {
    guard let first = header.first, first != 0 else { return .end }
    let idLength = first.leadingZeroBitCount + 1
    guard idLength <= 4 else { return .end }
    guard let id = header.bigEndian(at: 0, idLength) else { return .cutHeader }
    guard Framing.known.contains(id) else { return .end }
    guard idLength < header.count else { return .cutHeader }
    let sizeLength = header[idLength].leadingZeroBitCount + 1
    guard sizeLength <= 8 else { return .end }
    guard let coded = header.bigEndian(at: idLength, sizeLength) else { return .cutHeader }

    // Seven bits of each byte are the size; all of them set mean "unknown".
    let bits = UInt64(1) << UInt64(7 * sizeLength)
    let size = coded & (bits - 1)
    let contents = Framing.place(offset, plus: Int64(idLength + sizeLength))
    let name = Framing.name(id)
    if size == bits - 1 {
      return id == Framing.segment || id == Framing.cluster ? .part(name: name, end: contents, next: contents) : .end
    }
    let end = Framing.place(contents, plus: Int64(size))
    return id == Framing.segment ? .last(name: name, end: end) : .part(name: name, end: end, next: end)
  }

  private static func name(_ id: UInt64) -> String {
    switch id {
    case segment: "segment"
    case cluster: "cluster"
    case 0xA3, 0xA0: "block"
    default: "element \(String(id, radix: 16, uppercase: true))"
    }
  }
}
