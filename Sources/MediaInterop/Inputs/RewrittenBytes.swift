internal import MediaSupport

/// The bytes of a small file after a rewrite, in memory. They replace the file's own.
final class RewrittenBytes: SuppliedBytes {
  /// The number of bytes of the file itself.
  let byteCount: Int64?
  let isSeekable: Bool
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], of file: IOContext) {
    self.bytes = bytes
    (byteCount, isSeekable) = (file.size, file.isSeekable)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(MediaError) -> Int {
    guard offset < Int64(bytes.count) else { return 0 }
    let part = bytes[Int(offset)...].prefix(buffer.count)
    buffer.copyBytes(from: part)
    return part.count
  }
}
