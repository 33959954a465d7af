/// The CRC-32 of ISO 3309, which is also that of zip and PNG.
struct Checksum: CustomStringConvertible {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
  }

  private var state: UInt32 = .max

  mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
  }

  var description: String {
    let text = String(~state, radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }
}
