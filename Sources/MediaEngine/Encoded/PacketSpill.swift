import Foundation
import MediaInterop
import MediaSupport
import Synchronization

/// Stores packets that will be written much later in temporary files. Memory stays bounded where the order of packets
/// must be kept, and where one track is complete before another begins.
///
/// The files have no names, so nothing is left behind, whatever happens. Any thread.
final class PacketSpill: Sendable {
  let directory: String
  private let area = Mutex<SpillArea?>(nil)

  /// - Parameter directory: a directory on a file system with room for the packets that may be held back.
  init(directory: String) { self.directory = directory }

  /// Returns whether a packet's bytes are in a file already.
  static func holds(_ packet: Packet) -> Bool { packet.owner is SpillArea }

  /// Returns the same packet with its bytes in a file, where the kernel can take them out of memory.
  ///
  /// - Throws: `MediaError(.diskFull)`, `.inputOutput`.
  func store(_ packet: Packet) throws(MediaError) -> Packet {
    if packet.bytes.isEmpty { return packet }
    let count = packet.bytes.count
    let (area, room) = try self.area.withLock { current throws(MediaError) in
      if let current, let room = current.take(count) { return (current, room) }
      let fresh = try SpillArea(in: directory, count: max(SpillArea.usualSize, count))
      current = fresh
      return (fresh, fresh.take(count)!)
    }
    room.copyMemory(from: packet.bytes)
    var stored = packet
    stored.bytes = UnsafeRawBufferPointer(room)
    stored.owner = area
    return stored
  }
}

/// A file without a name that is mapped into memory. It is deleted with the last packet in it.
private final class SpillArea: @unchecked Sendable {
  // Sendable: `taken` changes under the spill's lock, and each part of the memory belongs to one packet.

  /// The usual size in bytes: a few seconds of a high-rate movie. It is large enough for few mappings, and small enough
  /// that one late packet keeps little memory.
  static let usualSize = 16 << 20

  private let memory: UnsafeMutableRawBufferPointer
  private var taken = 0

  init(in directory: String, count: Int) throws(MediaError) {
    func failure(_ code: Int32) -> MediaError {
      .system(code, .interleaving, "cannot make a temporary file", path: directory)
    }
    var template = Array((directory + "/.avwrite.XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    unlink(template)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // The disk space is reserved now: a write to mapped memory without a disk block behind it would crash the process.
    let code = posix_fallocate(descriptor, 0, off_t(count))
    guard code == 0 else { throw failure(code) }
    guard let base = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), base != MAP_FAILED else {
      throw failure(errno)
    }
    memory = UnsafeMutableRawBufferPointer(start: base, count: count)
    LiveObjects.increment()
  }

  deinit {
    munmap(memory.baseAddress, memory.count)
    LiveObjects.decrement()
  }

  /// Reserves space for a number of bytes; `nil` if the file is full.
  func take(_ count: Int) -> UnsafeMutableRawBufferPointer? {
    guard memory.count - taken >= count else { return nil }
    defer { taken += count }
    return UnsafeMutableRawBufferPointer(rebasing: memory[taken..<taken + count])
  }
}
