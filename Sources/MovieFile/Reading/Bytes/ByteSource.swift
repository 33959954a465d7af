import Foundation
import MediaSupport

/// Bounded random access to the bytes of a file.
package protocol ByteSource: AnyObject {
  /// The number of bytes when the source was opened.
  var byteCount: Int64 { get }

  /// A Boolean value that says whether all bytes are local, so that reading more than necessary costs little.
  var isLocal: Bool { get }

  /// Returns `count` bytes from `offset` on, or fewer where the source ends. Throws `.inputOutput`.
  func read(_ count: Int, at offset: Int64) throws -> [UInt8]

  /// Fills a buffer with the bytes from `offset` on, as far as there are any. Throws `.inputOutput`.
  ///
  /// - Returns: The number of bytes.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int
}

extension ByteSource {
  package var isLocal: Bool { false }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
    let bytes = try read(buffer.count, at: offset)
    buffer.copyBytes(from: bytes)
    return bytes.count
  }
}

/// A regular file, read without moving a descriptor's position.
package final class FileSource: ByteSource {
  package let byteCount: Int64
  package var isLocal: Bool { true }
  private let descriptor: Int32
  private let path: String
  private let isOwned: Bool

  /// Opens a regular file. Throws `.inputUnavailable`.
  package init(path: String) throws {
    // The kind of file is checked before opening it, because opening a pipe and closing it again would disturb its
    // writer.
    var status = stat()
    if stat(path, &status) == 0 { try Self.requireRegular(status, path: path) }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw MediaError.system(errno, .opening, "cannot open \(path)", path: path, fallback: .inputUnavailable)
    }
    self.path = path
    isOwned = true
    do { byteCount = try Self.size(of: descriptor, path: path) } catch {
      close(descriptor)
      throw error
    }
  }

  /// Reads an open file, which the caller closes later. `path` is used in messages.
  package init(descriptor: Int32, path: String) throws {
    self.descriptor = descriptor
    self.path = path
    isOwned = false
    byteCount = try Self.size(of: descriptor, path: path)
  }

  deinit { if isOwned { close(descriptor) } }

  private static func size(of descriptor: Int32, path: String) throws -> Int64 {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw MediaError.system(errno, .opening, "cannot examine \(path)", path: path, fallback: .inputUnavailable)
    }
    try requireRegular(status, path: path)
    return Int64(status.st_size)
  }

  private static func requireRegular(_ status: stat, path: String) throws {
    guard status.st_mode & S_IFMT == S_IFREG else {
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      throw MediaError(
        .inputUnavailable, .opening, "\(path) is not a regular file", path: path, code: isDirectory ? EISDIR : ESPIPE)
    }
  }

  package func read(_ count: Int, at offset: Int64) throws -> [UInt8] {
    let wanted = Int(max(0, min(Int64(count), byteCount - offset)))
    return try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, done in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      done = try read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]), at: offset)
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
    let wanted = Int(max(0, min(Int64(buffer.count), byteCount - offset)))
    var done = 0
    while done < wanted {
      let got = pread(descriptor, buffer.baseAddress! + done, wanted - done, off_t(offset + Int64(done)))
      if got < 0 {
        if errno == EINTR { continue }
        throw MediaError.system(errno, .opening, "cannot read \(path)", path: path)
      }
      if got == 0 { break }
      done += got
    }
    return done
  }
}
