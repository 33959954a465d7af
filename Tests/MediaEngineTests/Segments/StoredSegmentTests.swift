import CoreMedia
import Foundation
import MediaInterop
import MediaSupport
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct StoredSegmentTests {
  private let timeBase = TimeBase(ticksPerSecond: 600)
  private let range = CMTimeRange(start: .zero, duration: CMTime(value: 7, timescale: 3))

  private func write(_ sizes: [Int], to path: String, finishes: Bool = true) throws {
    let file = try SegmentFileWriter(path: path, timeRange: range)
    for (index, size) in sizes.enumerated() {
      let storage = PacketStorage(count: size)
      storage.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(index + 1))
      var packet = Packet(
        bytes: UnsafeRawBufferPointer(rebasing: storage.bytes[..<size]), owner: storage, pts: Int64(index) * 24,
        dts: Int64(index) * 24 - 48, duration: 24, timeBase: timeBase)
      packet.isKeyFrame = index == 0
      packet.isDroppable = index == 2
      try file.append(packet)
    }
    if finishes { try file.finish() }
  }

  @Test func `a segment is read as it was written, whatever the sizes`() throws {
    let folder = try TemporaryFolder()
    let sizes = [5, 0, 3 << 20, 17, 1 << 20]
    try write(sizes, to: folder.path("a"))
    #expect(folder.names == ["a"])
    let stored = try #require(StoredSegment(path: folder.path("a"), timeBase: timeBase))
    #expect(stored.timeRange == range)
    #expect(stored.packets.map(\.bytes.count) == sizes)
    for (index, packet) in stored.packets.enumerated() {
      #expect(packet.bytes.allSatisfy { $0 == UInt8(index + 1) })
      #expect(packet.pts == Int64(index) * 24 && packet.dts == Int64(index) * 24 - 48 && packet.duration == 24)
      #expect(packet.isKeyFrame == (index == 0) && packet.isDroppable == (index == 2))
    }
  }

  @Test func `a segment that is not finished leaves nothing`() throws {
    let folder = try TemporaryFolder()
    try write([100], to: folder.path("a"), finishes: false)
    #expect(folder.names.isEmpty)
  }

  @Test func `a file that is cut or changed anywhere is no segment`() throws {
    let folder = try TemporaryFolder()
    try write([40, 20], to: folder.path("a"))
    let whole = try Data(contentsOf: folder.file("a"))
    for count in whole.indices {
      try whole.prefix(count).write(to: folder.file("b"))
      #expect(StoredSegment(path: folder.path("b"), timeBase: timeBase) == nil)
      var changed = whole
      changed[count] ^= 0x10
      try changed.write(to: folder.file("b"))
      #expect(StoredSegment(path: folder.path("b"), timeBase: timeBase) == nil)
    }
    #expect(StoredSegment(path: folder.path("none"), timeBase: timeBase) == nil)
  }
}
