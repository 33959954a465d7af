import MediaInterop
import MediaSupport
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct PacketSpillTests {
  /// A packet of so many equal bytes.
  private func packet(_ count: Int, of byte: UInt8) -> Packet {
    let storage = PacketStorage(count: count)
    storage.bytes.initializeMemory(as: UInt8.self, repeating: byte)
    return Packet(
      bytes: UnsafeRawBufferPointer(rebasing: storage.bytes[..<count]), owner: storage, pts: 0, dts: 0, duration: 1,
      timeBase: TimeBase(ticksPerSecond: 1))
  }

  @Test func `what is stored keeps its bytes, whatever its size, and leaves no file`() throws {
    let folder = try TemporaryFolder()
    let spill = PacketSpill(directory: folder.path)
    let sizes = [1, 70_000, 9 << 20, 9 << 20, 20 << 20, 0, 5]
    let stored = try sizes.enumerated().map { try spill.store(packet($1, of: UInt8($0 + 1))) }
    for (index, packet) in stored.enumerated() {
      #expect(packet.bytes.count == sizes[index])
      #expect(packet.bytes.allSatisfy { $0 == UInt8(index + 1) })
    }
    #expect(folder.names.isEmpty)
  }

  @Test func `a folder that is not there is an error`() {
    let spill = PacketSpill(directory: "/nowhere/at/all")
    #expect(throws: MediaError.self) { try spill.store(packet(10, of: 1)) }
  }
}
