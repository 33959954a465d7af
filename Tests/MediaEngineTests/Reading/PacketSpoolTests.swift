import Foundation
import MediaInterop
import MediaSupport
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct PacketSpoolTests {
  /// A mebibyte of equal bytes.
  private func packet(of byte: UInt8) -> Packet {
    let count = 1 << 20
    let storage = PacketStorage(count: count)
    storage.bytes.initializeMemory(as: UInt8.self, repeating: byte)
    return Packet(
      bytes: UnsafeRawBufferPointer(rebasing: storage.bytes[..<count]), owner: storage, pts: Int64(byte), dts: nil,
      duration: 1, timeBase: TimeBase(ticksPerSecond: 1))
  }

  /// More than what is kept in memory.
  private let count = (PacketSpool.memoryLimit >> 20) + 4

  @Test func `packets come back in their order with their bytes, from memory and from the file`() throws {
    let folder = try TemporaryFolder()
    let spool = PacketSpool(directory: URL(fileURLWithPath: folder.path))
    for byte in 0..<count { try spool.append(packet(of: UInt8(byte))) }
    #expect(folder.names.isEmpty)
    for byte in 0..<count {
      let packet = try #require(try spool.popFirst())
      #expect(packet.pts == Int64(byte) && packet.bytes.count == 1 << 20)
      #expect(packet.bytes.first == UInt8(byte) && packet.bytes.last == UInt8(byte))
    }
    #expect(try spool.popFirst() == nil)
  }

  @Test func `a spool that is let go of with packets in its file goes, and its descriptor`() throws {
    let folder = try TemporaryFolder()
    weak var left: PacketSpool?
    try {
      let spool = PacketSpool(directory: URL(fileURLWithPath: folder.path))
      for byte in 0..<count { try spool.append(packet(of: UInt8(byte))) }
      left = spool
    }()
    #expect(left == nil)
  }
}
