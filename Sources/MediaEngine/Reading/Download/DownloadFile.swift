import Foundation
import MediaSupport

/// The bytes of a download that are there. Use it from one thread at a time.
struct DownloadFile: ~Copyable {
  private let file: UnnamedFile
  private(set) var present = ByteRanges()

  /// - Throws: `MediaError`: no file can be made in the folder.
  init(in folder: URL) throws(MediaError) { file = try UnnamedFile(in: folder, .demuxing) }

  /// - Throws: `MediaError`: the disk is full, or fails.
  mutating func write(_ bytes: UnsafeRawBufferPointer, at place: Int64) throws(MediaError) {
    try file.write(bytes, at: place)
    present.insert(place..<place + Int64(bytes.count))
  }

  /// - Returns: the number of bytes that were put into the buffer; 0 where the byte at the place is missing.
  /// - Throws: `MediaError`: the disk fails.
  func read(into buffer: UnsafeMutableRawBufferPointer, at place: Int64) throws(MediaError) -> Int {
    let count = Int(clamping: min(Int64(buffer.count), present.firstMissing(from: place) - place))
    if count > 0 { try file.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: place) }
    return count
  }

  /// Forgets bytes, and gives their room back to the disk.
  ///
  /// - Returns: Whether the file system does that. Where it does not, they stay.
  mutating func forget(_ range: Range<Int64>) -> Bool {
    guard file.release(range) else { return false }
    present.remove(range)
    return true
  }
}
