import TestSupport
import Testing

@testable import Bitstreams

@Suite("NAL unit framing")
struct NALFramingTests {
  private func units(_ bytes: [UInt8]) -> [[UInt8]] {
    bytes.withUnsafeBytes { buffer in AnnexBUnits(buffer).map { Array(buffer[$0]) } }
  }

  private func lengthPrefixed(_ selection: NALUnitSelection, from bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var written = [UInt8](repeating: 0, count: selection.lengthPrefixedSize)
    written.withUnsafeMutableBytes { selection.writeLengthPrefixed(from: bytes, to: $0) }
    return written
  }

  @Test func `start codes of three and four bytes, trailing zeros, empty units and bytes before the first`() {
    #expect(units([]).isEmpty)
    #expect(units([0, 0]).isEmpty)
    #expect(units([0, 0, 1]).isEmpty)
    #expect(units([9, 9]).isEmpty)
    #expect(units([0, 0, 1, 5]) == [[5]])
    #expect(units([7, 0, 0, 1, 5, 1, 0, 1, 0, 0, 0, 0, 1, 6, 0, 0]) == [[5, 1, 0, 1], [6]])
    #expect(units([0, 0, 1, 0, 0, 1, 1, 1, 1]) == [[1, 1, 1]])
    #expect(units([0, 0, 1, 2, 0, 1, 0, 0, 2, 1]) == [[2, 0, 1, 0, 0, 2, 1]])
  }

  @Test func `a byte stream is told from length prefixes`() {
    func isStream(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes(AnnexBUnits.beginsWithStartCode) }
    #expect(isStream([0, 0, 1, 9]))
    #expect(isStream([0, 0, 0, 0, 1, 9]))
    #expect(!isStream([0, 0, 0, 2, 1, 9]))
    #expect(!isStream([0, 1, 9]))
    #expect(!isStream([0, 0, 0]))
  }

  @Test(arguments: [1, 2, 3, 4])
  func `random units come through both framings unchanged`(lengthSize: Int) {
    var generator = SeededGenerator(seed: UInt64(lengthSize))
    for _ in 0..<200 {
      // Bytes of 2 to 255: no start codes inside, so both framings can carry them.
      let sent = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        (0..<Int.random(in: 1...40, using: &generator)).map { _ in UInt8.random(in: 2...255, using: &generator) }
      }
      let stream: [UInt8] = sent.flatMap { [0, 0, 1] + $0 }
      #expect(units(stream) == sent)

      let prefixed = sent.flatMap { unit -> [UInt8] in
        (0..<lengthSize).reversed().map { UInt8(unit.count >> ($0 * 8) & 0xff) } + unit
      }
      let rewritten: [UInt8] = sent.flatMap { [0, 0, 0, UInt8($0.count)] + $0 }
      prefixed.withUnsafeBytes { buffer in
        let read = LengthPrefixedUnits(buffer, lengthSize: lengthSize)
        #expect(read.map { Array(buffer[$0]) } == sent)
        let covered = read.reduce(0) { $0 + lengthSize + $1.count }
        #expect(covered == buffer.count)
        let selection = NALUnitSelection(read, of: buffer, codec: .h264)
        #expect(lengthPrefixed(selection, from: buffer) == rewritten)
      }
      prefixed.dropLast().withUnsafeBytes { buffer in
        let read = LengthPrefixedUnits(buffer, lengthSize: lengthSize)
        #expect(read.map { Array(buffer[$0]) } == sent.dropLast())
      }
    }
  }

  @Test func `parameter sets, delimiters and filler are dropped as asked, and the sets are reported`() {
    let stream: [UInt8] =
      [0, 0, 0, 1, 0x09, 0xf0, 0, 0, 0, 1, 0x67, 1, 2, 0, 0, 1, 0x68, 3, 0, 0, 1, 0x65, 4, 5, 0, 0, 1, 0x0c, 0xff]
    stream.withUnsafeBytes { buffer in
      let all = NALUnitSelection(AnnexBUnits(buffer), of: buffer, codec: .h264)
      #expect(all.kept.count == 5)
      let picture = NALUnitSelection(
        AnnexBUnits(buffer), of: buffer, codec: .h264, dropping: [.parameterSets, .delimiters, .filler])
      #expect(picture.parameterSets == [[0x67, 1, 2], [0x68, 3]])
      #expect(all.parameterSets == picture.parameterSets)
      #expect(lengthPrefixed(picture, from: buffer) == [0, 0, 0, 3, 0x65, 4, 5])
    }
  }

  @Test func `emulation prevention goes, and only it`() {
    #expect(EmulationPrevention.removed(from: [0, 0, 3, 1]) == [0, 0, 1])
    #expect(EmulationPrevention.removed(from: [0, 0, 3, 0, 0, 3]) == [0, 0, 0, 0])
    #expect(EmulationPrevention.removed(from: [0, 3, 0, 0, 2, 3]) == [0, 3, 0, 0, 2, 3])
  }

  @Test(
    arguments: [
      ([], false), ([0], false), ([0, 0, 0], false), ([1, 2, 3], false), ([1, 0, 0, 3, 0, 1], false),
      ([1, 0, 0, 3], false), ([1, 0, 0, 4, 0], false), ([7, 1, 0, 0, 0, 0], false),
      ([0, 0, 0, 1], false), ([1, 0, 0, 0, 5], true), ([1, 0, 0, 1], false), ([1, 0, 0, 0, 0, 1, 9], false),
      ([1, 0, 0, 2, 0], true),
      ([9, 0, 0, 3, 0, 0, 0, 8], true), ([0, 1, 0, 0, 2, 8], true),
    ] as [([UInt8], Bool)])
  func `a unit with what none may hold is broken`(unit: [UInt8], isBroken: Bool) {
    #expect(unit.withUnsafeBytes { EmulationPrevention.isBroken(in: $0) } == isBroken)
  }
}
