/// A number of 128 bits that distinguishes contents: equal contents have equal numbers. Different contents have
/// different numbers, except with a probability of 1 in 2^64.
///
/// It is computed as fast as a disk can be read, since its purpose is to recognise sources that are read a second time.
/// It does not protect against somebody who makes two contents with the same number on purpose.
package struct ContentDigest {
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private var byteCount: UInt64 = 0

  package init() {}

  /// Odd numbers with half of their bits set.
  private static let factors: (UInt64, UInt64) = (0xA076_1D64_78BD_642F, 0xE703_7ED1_A0B4_28DB)

  /// The number of bytes in a block. Only the last block of a content may be incomplete.
  package static let blockSize = 16

  /// Adds the next bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place + Self.blockSize <= bytes.count {
      mix(
        bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self),
        bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
      place += Self.blockSize
    }
    if place < bytes.count {
      // The last block is filled with zeros; the number of bytes is added, so that different lengths stay distinct.
      var words: (UInt64, UInt64) = (0, 0)
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place...])) }
      mix(words.0, words.1)
    }
    byteCount += UInt64(bytes.count)
  }

  /// The digest of all bytes that were added, in hexadecimal digits.
  package var text: String {
    var end = self
    end.mix(byteCount, ~byteCount)
    end.mix(first, second)
    return [end.first, end.second].map { number in
      let digits = String(number, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Mixes both words into both halves: each product has 128 bits, of which none is lost.
  private mutating func mix(_ word: UInt64, _ other: UInt64) {
    let one = (first ^ word).multipliedFullWidth(by: Self.factors.0 ^ other)
    let two = (second ^ other).multipliedFullWidth(by: Self.factors.1 &+ word)
    first = (one.low ^ one.high) &+ second
    second = two.low ^ two.high ^ first
  }
}
