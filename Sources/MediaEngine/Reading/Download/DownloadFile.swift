import Foundation
import MediaSupport

/// The stored bytes of a download. Use it from one thread at a time.
struct DownloadFile: ~Copyable {
  private let file: UnnamedFile
  private(set) var present = ByteRanges()

  /// - Throws: `MediaError`: no file can be made in the folder.
  init(in folder: URL) throws(MediaError) { file = try UnnamedFile(in: folder, .demuxing) }

  /// - Throws: `MediaError`: the disk is full or has failed.
  mutating func write(_ bytes: UnsafeRawBufferPointer, at place: Int64) throws(MediaError) {
    try file.write(bytes, at: place)
    present.insert(place..<place + Int64(bytes.count))
  }

  /// - Returns: The number of bytes that were copied to the buffer; 0 if the byte at the offset is missing.
  /// - Throws: `MediaError`: the disk has failed.
  func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int64) throws(MediaError) -> Int {
    let count = Int(clamping: min(Int64(buffer.count), present.firstMissing(from: place) - place))
    if count > 0 { try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: place) }
    return count
  }

  /// Removes bytes, and frees their space on the disk.
  ///
  /// - Returns: Whether the file system supports that. If it does not, the bytes stay.
  mutating func forget(_ range: Range<Int64>) -> Bool {
    guard file.release(range) else { return false }
    present.remove(range)
    return true
  }
}
