import MediaSupport
import TestSupport
import Testing

@testable import Bitstreams

@Suite("Bits")
struct BitReaderTests {
  @Test func `random fields are read as they were written`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let fields = (0..<20).map { _ in
        let count = Int.random(in: 0...64, using: &generator)
        let value = generator.next()
        return (count == 64 ? value : value & (1 << UInt64(count) - 1), count)
      }
      var writer = BitWriter()
      for (value, count) in fields { writer.bits(value, count) }
      var reader = BitReader(writer.bytes, of: "the fields")
      for (value, count) in fields { #expect(try reader.bits(count) == value) }
      #expect(reader.bitsLeft < 8)
      #expect(throws: MediaError.self) { try reader.bits(8) }
    }
  }

  @Test func `Exp-Golomb codes: the standard's examples and the longest`() throws {
    // 1, 010, 011, 00100, 00101 are 0 to 4; as signed codes 0, 1, -1, 2, -2 (table 9-3).
    let codes: [UInt8] = [0b1010_0110, 0b0100_0010, 0b1000_0000]
    var reader = BitReader(codes, of: "the codes")
    for expected in 0...4 as ClosedRange<UInt32> { #expect(try reader.exponentialGolomb() == expected) }
    reader = BitReader(codes, of: "the codes")
    for expected in [0, 1, -1, 2, -2] { #expect(try reader.signedExponentialGolomb() == expected) }

    reader = BitReader([0, 0, 0, 1, 0xff, 0xff, 0xff, 0xfe], of: "the longest code")
    #expect(try reader.exponentialGolomb() == .max - 1)
    reader = BitReader([0, 0, 0, 0, 1, 1, 1, 1, 1], of: "a code that is too long")
    #expect(throws: MediaError.self) { try reader.exponentialGolomb() }
  }

  @Test func `leb128 is at most 32 bits in 8 bytes`() throws {
    var reader = BitReader([0xe5, 0x8e, 0x26], of: "a number")
    #expect(try reader.leb128() == 624_485)
    reader = BitReader([0x80, 0x80, 0x80, 0x80, 0x10], of: "a number above 32 bits")
    #expect(throws: MediaError.self) { try reader.leb128() }
    reader = BitReader([UInt8](repeating: 0x80, count: 9), of: "a number without an end")
    #expect(throws: MediaError.self) { try reader.leb128() }
  }

  @Test func `the error names what was read`() {
    var reader = BitReader([], of: "the avcC record")
    do {
      _ = try reader.uint8()
      Issue.record("read from nothing")
    } catch {
      #expect(error.message == "the avcC record ends early")
      #expect(error.kind == .damagedMedia)
    }
  }
}
