import TestSupport
import Testing

@testable import MovieFile

/// Columns that are packed in memory come back as they were.
@Suite struct PackedNumbersTests {
  private static let counts = [0, 1, 2, 255, 256, 257, 1000, 4096]

  @Test(arguments: counts) func `sizes of pictures come back`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    let sizes = (0..<count).map { UInt32.random(in: $0 % 48 == 0 ? 90_000...200_000 : 500...9000, using: &generator) }
    #expect(Array(PackedNumbers(sizes)) == sizes)
  }

  @Test(arguments: counts) func `offsets that rise come back`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var offset: Int64 = 0
    let offsets = (0..<count).map { _ in
      offset += Int64.random(in: 1...1_000_000, using: &generator)
      return offset
    }
    #expect(Array(PackedNumbers(offsets)) == offsets)
  }

  /// Differences beyond 64 bits, whose distance from a line is larger than a signed number.
  @Test func `any numbers come back`() {
    var generator = SeededGenerator(seed: 7)
    var signed: [Int64] = [.min, .max, 0, .min]
    for _ in 0..<2000 { signed.append(Int64.random(in: .min ... .max, using: &generator)) }
    #expect(Array(PackedNumbers(signed)) == signed)
    let unsigned = (0..<2000).map { _ in UInt64.random(in: 0 ... .max, using: &generator) }
    #expect(Array(PackedNumbers(unsigned)) == unsigned)
    for width in 0...64 {
      let largest = UInt64.max >> UInt64(64 - width)
      let edges = (0..<600).map { $0 % 3 == 0 ? largest : 1 }
      #expect(Array(PackedNumbers(edges)) == edges, "\(width) bits")
    }
    let offsets = (0..<700).map { Int32($0 % 5 - 2) * 1001 }
    #expect(Array(PackedNumbers(offsets)) == offsets)
  }

  @Test(arguments: [1, 256, 257, 512]) func `the last number can be replaced`(count: Int) {
    var numbers = PackedNumbers<UInt32>()
    for number in 0..<count { numbers.append(UInt32(number)) }
    numbers.replaceLast(with: 99_999)
    numbers.append(5)
    #expect(Array(numbers) == (0..<count - 1).map { UInt32($0) } + [99_999, 5])
  }
}
