/// Bytes as the tests write them.
enum Bytes {
  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
  }

  static func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }

  /// 28 bits, seven in a byte.
  static func sevenBits(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (7 * (3 - $0)) & 0x7F) } }

  /// With a byte order mark, as most writers do it.
  static func utf16(_ text: String) -> [UInt8] { [0xFF, 0xFE] + text.utf16.flatMap { little(Int($0), 2) } }

  static func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]
}

/// What bytes are put together from.
protocol BytePart { var bytes: [UInt8] { get } }

extension UInt8: BytePart { var bytes: [UInt8] { [self] } }
/// One byte.
extension Int: BytePart { var bytes: [UInt8] { [UInt8(self)] } }
/// UTF-8.
extension String: BytePart { var bytes: [UInt8] { Array(utf8) } }
extension [UInt8]: BytePart { var bytes: [UInt8] { self } }

/// The bytes of all parts, one after the other.
func raw(_ parts: any BytePart...) -> [UInt8] { parts.flatMap(\.bytes) }
