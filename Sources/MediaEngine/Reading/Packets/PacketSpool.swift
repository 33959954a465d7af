import Foundation
import MediaInterop
import MediaSupport

/// A queue of packets that keeps a bounded number of bytes in memory and the rest in a temporary file.
///
/// A stream that is not read while another is keeps its packets here, so that reading one output to its end
/// first costs bounded memory. The file has no name: nothing is left behind, whatever happens.
final class PacketSpool {
  /// Bytes of one stream kept in memory: tens of seconds of compressed video.
  static let memoryLimit = 32 << 20

  private enum Entry {
    case memory(Packet)
    /// Bytes in the file at an offset; the packet's own bytes are empty.
    case file(Packet, offset: Int64, count: Int)
  }

  private var entries = PacketQueue<Entry>()
  private var bytesInMemory = 0
  private let directory: URL
  private var file: FileHandle?
  private var fileEnd: Int64 = 0

  init(directory: URL) { self.directory = directory }

  func append(_ packet: Packet) throws {
    if bytesInMemory + packet.bytes.count <= Self.memoryLimit {
      bytesInMemory += packet.bytes.count
      entries.append(.memory(packet))
      return
    }
    let file = try file ?? openFile()
    try write(packet.bytes, to: file)
    entries.append(.file(packet.withoutBytes, offset: fileEnd, count: packet.bytes.count))
    fileEnd += Int64(packet.bytes.count)
  }

  func popFirst() throws -> Packet? {
    switch entries.popFirst() {
    case nil: return nil
    case .memory(let packet):
      bytesInMemory -= packet.bytes.count
      return packet
    case .file(var packet, let offset, let count):
      let storage = PacketStorage(count: count)
      try read(into: storage, count: count, at: offset)
      packet.bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage.bytes)[..<count])
      packet.owner = storage
      if entries.isEmpty { try emptyFile() }
      return packet
    }
  }

  private func openFile() throws -> FileHandle {
    var template = Array(directory.appendingPathComponent("avwrite.XXXXXX").path.utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure("cannot make a temporary file") }
    unlink(template)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    file = handle
    return handle
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to file: FileHandle) throws {
    var written = 0
    while written < bytes.count {
      let count = pwrite(
        file.fileDescriptor, bytes.baseAddress! + written, bytes.count - written, off_t(fileEnd) + written)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure("cannot write a temporary file") }
      written += count
    }
  }

  private func read(into storage: PacketStorage, count: Int, at offset: Int64) throws {
    guard let file else { throw failure("a temporary file is closed") }
    var done = 0
    while done < count {
      let bytes = pread(
        file.fileDescriptor, storage.bytes.baseAddress! + done, count - done, off_t(offset) + done)
      if bytes < 0 && errno == EINTR { continue }
      guard bytes > 0 else { throw failure("cannot read a temporary file") }
      done += bytes
    }
  }

  /// Everything was taken: the file's room is given back.
  private func emptyFile() throws {
    guard let file, ftruncate(file.fileDescriptor, 0) == 0 else { throw failure("cannot truncate a temporary file") }
    fileEnd = 0
  }

  private func failure(_ message: String) -> MediaError {
    .system(errno, .demuxing, message, path: directory.path)
  }
}
