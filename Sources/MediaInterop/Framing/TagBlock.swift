/// A block of metadata between or around the frames of a stream without a container.
package enum TagBlock {
  /// The number of bytes at the start of a block that state its length.
  package static let headerSize = 32

  /// Returns the number of bytes of the block that begins here; `nil` if none does.
  ///
  /// - ID3v2 (2.3.0, 3.1): the size is 28 bits, 7 in each byte, without the header of 10 bytes and a footer as long.
  /// - ID3v1: 128 bytes in all.
  /// - APEv2 with a header of 32 bytes: the size is that of the rest.
  package static func byteCount(_ header: some Collection<UInt8>) -> Int64? {
    let header = Array(header.prefix(headerSize))
    if header.starts(with: id3), header.count >= 10 {
      let size = header[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) }
      let hasFooter = header[5] & 0x10 != 0
      return 10 + size + (hasFooter ? 10 : 0)
    }
    if header.starts(with: id3v1) { return 128 }
    if header.starts(with: ape), header.count == headerSize {
      return 32 + header[12..<16].reversed().reduce(0) { $0 << 8 | Int64($1) }
    }
    return nil
  }

  private static let id3 = Array("ID3".utf8)
  private static let id3v1 = Array("TAG".utf8)
  private static let ape = Array("APETAGEX".utf8)
}
