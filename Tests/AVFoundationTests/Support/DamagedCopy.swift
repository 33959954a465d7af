import AVFoundation
import TestSupport
import Testing

/// A copy of a whole file, damaged at places that a seed chooses.
final class DamagedCopy {
  private let folder: TemporaryFolder
  let original: URL
  var bytes: [UInt8]
  var random: SeededGenerator

  init(_ name: String, seed: Int) throws {
    folder = try TemporaryFolder()
    original = MediaFiles.fixture(name)
    bytes = [UInt8](try Data(contentsOf: original))
    random = SeededGenerator(seed: UInt64(seed))
  }

  /// The file, as damaged so far.
  func write() throws -> URL {
    let url = folder.file("damaged." + original.pathExtension)
    try Data(bytes).write(to: url)
    return url
  }

  /// Where a packet's bytes lie in the file; `nil` where they are not in one piece, or not found.
  func place(of packet: RangeReading.Stored) -> Range<Int>? {
    guard packet.bytes.count >= 8, let range = Data(bytes).range(of: Data(packet.bytes)) else { return nil }
    return range.lowerBound..<range.upperBound
  }

  /// Where the packets of a track end in the file, in which they lie one after the other.
  func ends(of packets: [RangeReading.Stored]) -> [Int] {
    let data = Data(bytes)
    var start = 0
    return packets.compactMap { packet in
      guard let range = data.range(of: Data(packet.bytes), in: start..<data.count) else { return nil }
      start = range.upperBound
      return start
    }
  }

  /// Overwrites a packet with what is of no coding.
  func wipe(_ packet: RangeReading.Stored) throws {
    let range = try #require(place(of: packet))
    for index in range { bytes[index] = 0xFF }
  }

  /// Changes bits of a packet's second half.
  func flip(_ packet: RangeReading.Stored, bits: Int) throws {
    let range = try #require(place(of: packet))
    for _ in 0..<bits {
      let index = Int.random(in: (range.lowerBound + range.count / 2)..<range.upperBound, using: &random)
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }

  /// Sets some bytes in the middle of a packet to 0.
  func hole(_ packet: RangeReading.Stored) throws {
    let range = try #require(place(of: packet))
    let middle = range.lowerBound + range.count / 2
    for index in middle..<min(middle + 8, range.upperBound) { bytes[index] = 0 }
  }

  func cut(after count: Int) { bytes.removeLast(bytes.count - count) }
}

/// The packets of a transport stream's file of 188 bytes each.
extension DamagedCopy {
  static let packetSize = 188

  func pid(_ index: Int) -> Int {
    let start = index * Self.packetSize
    return Int(bytes[start + 1] & 0x1F) << 8 | Int(bytes[start + 2])
  }

  func startsUnit(_ index: Int) -> Bool { bytes[index * Self.packetSize + 1] & 0x40 != 0 }

  /// The transport packets of one stream.
  func packets(of pid: Int) -> [Int] {
    (0..<bytes.count / Self.packetSize).filter { self.pid($0) == pid }
  }

  /// Which elementary packet, counted from the stream's first, a transport packet belongs to.
  func unit(of packet: Int) -> Int {
    let pid = pid(packet)
    return (0...packet).count { self.pid($0) == pid && startsUnit($0) } - 1
  }

  func drop(_ packets: Range<Int>) {
    bytes.removeSubrange(packets.lowerBound * Self.packetSize..<packets.upperBound * Self.packetSize)
  }

  /// Where the presentation time of the elementary packet lies that a transport packet begins.
  func timePlace(_ packet: Int) -> Int {
    let start = packet * Self.packetSize
    let adaptation = bytes[start + 3] & 0x20 != 0 ? Int(bytes[start + 4]) + 1 : 0
    return start + 4 + adaptation + 9
  }
}
