/// Reads bits of a NAL unit's payload, passing over emulation prevention bytes (H.264 7.3.1, H.265 7.3.1.1).
///
/// At the end of the data every read returns `nil`: parameter sets are file data, which may be broken.
struct RBSPReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ unit: some Sequence<UInt8>) {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in unit {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    self.bytes = bytes
  }

  /// An unsigned number of up to 32 bits: `u(n)`.
  mutating func bits(_ count: Int) -> UInt32? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value: UInt32 = 0
    for _ in 0..<count {
      value = value << 1 | UInt32(bytes[position / 8] >> (7 - position % 8) & 1)
      position += 1
    }
    return value
  }

  mutating func flag() -> Bool? { bits(1).map { $0 == 1 } }

  mutating func skip(_ count: Int) -> Bool {
    guard count >= 0, position + count <= bytes.count * 8 else { return false }
    position += count
    return true
  }

  /// An Exp-Golomb number: `ue(v)` (H.264 9.1).
  mutating func unsigned() -> UInt32? {
    var zeros = 0
    while let bit = flag() {
      if bit { return bits(zeros).map { (1 << zeros) - 1 + $0 } }
      zeros += 1
      if zeros > 31 { return nil }
    }
    return nil
  }

  /// A signed Exp-Golomb number: `se(v)` (H.264 9.1.1).
  mutating func signed() -> Int32? {
    unsigned().map { $0 & 1 == 1 ? Int32($0 / 2) + 1 : -Int32($0 / 2) }
  }
}
