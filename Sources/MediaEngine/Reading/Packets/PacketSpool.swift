import Foundation
import MediaInterop
import MediaSupport

/// A queue of packets that keeps a bounded number of bytes in memory and the rest in a temporary file.
/// If one stream is not read while another is, its packets are stored here. Reading one output to its end first
/// therefore uses bounded memory. The file has no name, so nothing is left behind, whatever happens.
/// costs bounded memory. The file has no name: nothing is left behind, whatever happens.
final class PacketSpool {
  /// The number of bytes of one stream that are kept in memory: tens of seconds of compressed video.
  static let memoryLimit = 32 << 20

  private enum Entry {
    case memory(Packet)
    /// The packet without its bytes, which are in the file at an offset.
    case file(Packet, offset: Int64, count: Int)
  }

  private var entries = PacketQueue<Entry>()
  private var bytesInMemory = 0
  private let directory: URL
  private var file: UnnamedFile?
  private var fileEnd: Int64 = 0

  init(directory: URL) { self.directory = directory }

  func append(_ packet: Packet) throws {
    if bytesInMemory + packet.bytes.count <= Self.memoryLimit {
      bytesInMemory += packet.bytes.count
      entries.append(.memory(packet))
      return
    }
    if file == nil { file = try UnnamedFile(in: directory, .demuxing) }
    try file?.write(packet.bytes, at: fileEnd)
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
      try file?.read(into: UnsafeMutableRawBufferPointer(rebasing: storage.bytes[..<count]), at: offset)
      packet.bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage.bytes)[..<count])
      packet.owner = storage
      if entries.isEmpty {
        try file?.empty()
        fileEnd = 0
      }
      return packet
    }
  }
}
