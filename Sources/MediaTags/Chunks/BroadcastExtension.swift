import MovieFile

/// The `bext` chunk of Broadcast Wave files (EBU Tech 3285, 2.3).
enum BroadcastExtension {
  private static let texts: [(name: String, size: Int)] = [
    ("description", 256), ("originator", 32), ("originator_reference", 32), ("origination_date", 10),
    ("origination_time", 8),
  ]
  private static let (identifierSize, shortIdentifierSize) = (64, 32)
  /// The size of the five loudness values and of the reserved bytes.
  private static let rest = 10 + 180

  /// Returns the chunk's fields under libavformat's names. Fields that are empty or lie beyond the end of a short chunk
  /// are left out.
  static func items(_ bytes: [UInt8]) -> [TagItem] {
    var reader = ByteReader(bytes, boxType: "bext")
    var items: [TagItem] = []
    func add(_ name: String, _ text: String) {
      if !text.isEmpty { items.append(TagItem(AudioFileKey.prefix + name, text: text)) }
    }
    do {
      for field in texts { add(field.name, text(try reader.bytes(field.size))) }
      let samples = try reader.littleEndian64()
      if samples > 0 { add("time_reference", "\(samples)") }
      let version = try reader.littleEndian16()
      let identifier = try reader.bytes(identifierSize)
      if version > 0 { add("umid", hexadecimal(identifier)) }
      try reader.skip(rest)
      add("coding_history", text(reader.rest()))
    } catch {
      // The chunk ended early. The fields before its end are kept.
    }
    return items
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(utf8OrLatin1: bytes.prefix { $0 != 0 }).withoutFilling
  }

  /// Returns SMPTE's identifier of the material (ST 330) in hexadecimal digits: all 64 bytes, or 32 if the others are
  /// zero. The text is empty if all bytes are zero.
  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    guard bytes.contains(where: { $0 != 0 }) else { return "" }
    let isShort = bytes[shortIdentifierSize...].allSatisfy { $0 == 0 }
    let digits = bytes.prefix(isShort ? shortIdentifierSize : identifierSize).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "0x" + digits.joined()
  }
}
