internal import CFFmpeg
internal import MediaSupport

/// Files that contain only text.
extension Demuxer {
  /// Returns the bytes from which a text file is read: the file's own, or a rewritten form, if the library would lose
  /// cues of the original. Other files are not changed.
  ///
  /// - Parameter bytes: the input, at its first byte.
  /// - Throws: `unrecognizedFormat` for a text in an unknown character encoding, since a guess would change characters.
  static func readable(
    _ bytes: IOContext, as format: UnsafePointer<AVInputFormat>
  ) throws(MediaError) -> IOContext {
    let traits = DemuxerTraits(format)
    guard traits.isText else { return bytes }
    let text = try contents(of: bytes)
    let isUTF16 = text.starts(with: [0xFE, 0xFF]) || text.starts(with: [0xFF, 0xFE])
    guard isUTF16 || String(validating: text, as: UTF8.self) != nil else {
      throw MediaError(
        .unrecognizedFormat, .opening, "the text is neither UTF-8 nor UTF-16 with a byte order mark; iconv converts it",
        path: bytes.source.name)
    }
    if traits.isWebVTT, let cues = WebVTTBlocks.readable(text) {
      let readable = try IOContext(RewrittenBytes(cues, of: bytes), inPlaceOf: bytes)
      readable.head = WebVTTBlocks.head(text)
      return readable
    }
    if bytes.isSeekable, avio_seek(bytes.pointer, 0, SEEK_SET) == 0 { return bytes }
    return try IOContext(RewrittenBytes(text, of: bytes), inPlaceOf: bytes)
  }

  /// The number of bytes that are read at once.
  private static let readSize = 1 << 16

  private static func contents(of bytes: IOContext) throws(MediaError) -> [UInt8] {
    var contents: [UInt8] = []
    var got: Int32 = 0
    repeat {
      contents += [UInt8](unsafeUninitializedCapacity: readSize) { buffer, count in
        got = avio_read(bytes.pointer, buffer.baseAddress, Int32(buffer.count))
        count = Int(max(0, got))
      }
    } while got > 0
    try check(bytes.readError, .inputOutput, .opening, "cannot read the input", path: bytes.source.name)
    return contents
  }
}
