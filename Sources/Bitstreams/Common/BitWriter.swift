/// A writer of big-endian bit fields and bytes; the counterpart of `BitReader`.
package struct BitWriter {
  /// The bytes written so far. The unused bits of the last byte are zero.
  package private(set) var bytes: [UInt8] = []
  private var freeBits = 0

  package init() {}

  /// Appends the low `count` bits (0 to 64) of `value`; the bits above are ignored.
  package mutating func bits(_ value: some BinaryInteger, _ count: Int) {
    let value = UInt64(truncatingIfNeeded: value)
    var left = min(max(count, 0), 64)
    while left > 0 {
      if freeBits == 0 {
        bytes.append(0)
        freeBits = 8
      }
      let taken = min(freeBits, left)
      let part = (value >> UInt64(left - taken)) & (1 << UInt64(taken) - 1)
      bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: part << UInt64(freeBits - taken))
      freeBits -= taken
      left -= taken
    }
  }

  package mutating func bit(_ value: Bool) { bits(value ? 1 : 0, 1) }

  /// Fills the current byte with zero bits.
  package mutating func align() { freeBits = 0 }

  /// Appends whole bytes, after aligning.
  package mutating func append(_ more: some Sequence<UInt8>) {
    align()
    bytes.append(contentsOf: more)
  }
}
