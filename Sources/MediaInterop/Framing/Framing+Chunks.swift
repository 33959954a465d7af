/// The chunks of RIFF and its relatives: a code or GUID, a size, the bytes, padding.
extension Framing {
  /// The 32-bit sizes that mean "not known when the header was written", as programs write them to pipes: all bits
  /// clear or set (FFmpeg), 2 GiB less a page (SoX), 2 GiB less 256 bytes (arecord), and 2 GiB.
  private static let unknownSizes: Set<UInt64> = [0, 0xFFFF_FFFF, 0x7FFF_F000, 0x7FFF_FF00, 0x8000_0000]

  /// Reads a chunk of RIFF WAVE, RF64 (EBU Tech 3306) or BW64 (ITU-R BS.2088). Chunks after `data` do not matter for
  /// the samples.
  mutating func waveStep(_ header: [UInt8], at offset: Int64) -> Step {
    guard let code = header.fourCC(at: 0), let size = header.littleEndian(at: 4, 4) else { return .end }
    switch code {
    case "RIFF", "RF64", "BW64":
      return offset == 0 ? .part(name: code, end: 12, next: 12) : .end
    case "ds64":
      // The size of the whole file is followed by that of `data`.
      wideDataSize = header.littleEndian(at: 16, 8).map(Int64.init(clamping:))
      return chunk(code, size, at: offset)
    case "data":
      if size == 0xFFFF_FFFF, let wideDataSize, wideDataSize > 0 {
        return .last(name: code, end: Framing.place(offset, plus: 8, wideDataSize))
      }
      if Framing.unknownSizes.contains(size) { return .end }
      return .last(name: code, end: Framing.place(offset, plus: 8, Int64(size)))
    default: return chunk(code, size, at: offset)
    }
  }

  /// Reads a chunk of AVI, with the further `RIFF AVIX` parts of OpenDML.
  mutating func aviStep(_ header: [UInt8], at offset: Int64) -> Step {
    guard let code = header.fourCC(at: 0), let size = header.littleEndian(at: 4, 4) else { return .end }
    switch code {
    case "RIFF":
      let contents = Framing.place(offset, plus: 12)
      return header.count < 12 ? .cutHeader : .part(name: code, end: contents, next: contents)
    case "LIST" where header.fourCC(at: 8) == "movi":
      hasPassedMedia = true
      return Framing.unknownSizes.contains(size) ? .end : chunk("movi", size, at: offset)
    case "LIST", "JUNK", "idx1": return chunk(code, size, at: offset)
    default: return hasPassedMedia ? .end : chunk(code, size, at: offset)
    }
  }

  /// Reads a chunk of Sony's Wave64: GUIDs, 64-bit sizes that include the header of 24 bytes, and padding to 8 bytes.
  func wave64Step(_ header: [UInt8], at offset: Int64) -> Step {
    // The RIFF GUID and its size are followed by the WAVE GUID.
    if offset == 0 { return .part(name: "riff", end: 40, next: 40) }
    guard let code = header.fourCC(at: 0), let total = header.littleEndian(at: 16, 8) else { return .end }
    guard total > 24, total < UInt64(Int64.max) else { return .end }
    let end = Framing.place(offset, plus: Int64(total))
    if code == "data" { return .last(name: code, end: end) }
    return .part(name: code, end: end, next: Framing.place(end, plus: (8 - end % 8) % 8))
  }

  /// Reads a chunk of IFF: AIFF and AIFF-C, whose samples are in `SSND`.
  func iffStep(_ header: [UInt8], at offset: Int64) -> Step {
    guard let code = header.fourCC(at: 0), let size = header.bigEndian(at: 4, 4) else { return .end }
    if code == "FORM" { return offset == 0 ? .part(name: code, end: 12, next: 12) : .end }
    if code == "SSND" || code == "BODY" {
      return Framing.unknownSizes.contains(size)
        ? .end : .last(name: code, end: Framing.place(offset, plus: 8, Int64(size)))
    }
    return chunk(code, size, at: offset)
  }

  /// Reads a chunk of the Core Audio Format: 64-bit sizes, no padding; a size of -1 reaches to the end of the file.
  func cafStep(_ header: [UInt8], at offset: Int64) -> Step {
    if offset == 0 { return .part(name: "caff", end: 8, next: 8) }
    guard let code = header.fourCC(at: 0) else { return .end }
    guard let size = header.bigEndian(at: 4, 8) else { return .cutHeader }
    guard let size = Int64(exactly: size) else { return .end }
    let end = Framing.place(offset, plus: 12, size)
    return .part(name: code, end: end, next: end)
  }

  /// Reads the header of Sun's and NeXT's audio, which has the offset and the size of the samples.
  func auStep(_ header: [UInt8]) -> Step {
    guard let start = header.bigEndian(at: 4, 4), let size = header.bigEndian(at: 8, 4),
      !Framing.unknownSizes.contains(size)
    else { return .end }
    return .last(name: ".snd", end: Int64(start + size))
  }

  /// Makes the step over a chunk. Its size leaves out the header of 8 bytes and the byte that pads it to an even
  /// offset.
  private func chunk(_ code: String, _ size: UInt64, at offset: Int64) -> Step {
    let end = Framing.place(offset, plus: 8, Int64(size))
    return .part(name: code, end: end, next: Framing.place(end, plus: Int64(size & 1)))
  }
}
