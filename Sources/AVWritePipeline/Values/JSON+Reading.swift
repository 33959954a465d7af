/// Reading: a text becomes the value that it says, with the members of objects in their order.
extension JSON {
  /// Reads one JSON document (RFC 8259).
  ///
  /// - Returns: Nil for a text that is no JSON, such as a line that another program has not finished, and for one that
  ///   is nested more than 64 levels deep.
  package init?(reading bytes: some Sequence<UInt8>) {
    var reader = JSONReader(bytes: Array(bytes))
    guard let value = reader.document() else { return nil }
    self = value
  }

  /// The member of an object, or nil if there is none, or it is null.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self, let value = members.first(where: { $0.name == name })?.value,
      value != .null
    else { return nil }
    return value
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var truth: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var elements: [JSON]? { if case .array(let values) = self { values } else { nil } }
  /// The names of an object's members, in their order.
  var names: [String]? { if case .object(let members) = self { members.map(\.name) } else { nil } }

  var double: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// Returns the value as an integer, or nil for a fraction, and for one that the type does not hold.
  func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
    switch self {
    case .integer(let value): Value(exactly: value)
    case .number(let value): Value(exactly: value)
    default: nil
    }
  }
}

/// A reader of one document, byte by byte.
///
/// It exists because events have to be the same on every machine. `JSONSerialization` changes the last digit of some
/// floating-point numbers and turns large integers into such numbers, and neither it nor `JSONDecoder` keeps the order
/// of members.
private struct JSONReader {
  let bytes: [UInt8]
  private var place = 0

  /// The deepest nesting: documents of this package have fewer than ten levels.
  private static let mostLevels = 64

  init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  mutating func document() -> JSON? {
    guard let value = value(level: 0) else { return nil }
    skipSpace()
    // A bare `nil` beside a value would be JSON's own null.
    guard place == bytes.count else { return nil }
    return value
  }

  private mutating func skipSpace() {
    while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  /// Takes a character, after any space.
  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[place...].starts(with: word) else { return false }
    place += word.count
    return true
  }

  private mutating func value(level: Int) -> JSON? {
    guard level < Self.mostLevels else { return nil }
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return object(level)
    case UInt8(ascii: "["): return array(level)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(_ level: Int) -> JSON? {
    place += 1
    var members: [JSON.Member] = []
    if take("}") { return .object(members) }
    while true {
      skipSpace()
      guard byte == UInt8(ascii: "\""), let name = string(), take(":"), let value = value(level: level + 1) else {
        return nil
      }
      members.append(JSON.Member(name: name, value: value))
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func array(_ level: Int) -> JSON? {
    place += 1
    var values: [JSON] = []
    if take("]") { return .array(values) }
    while true {
      guard let value = value(level: level + 1) else { return nil }
      values.append(value)
      if take("]") { return .array(values) }
      guard take(",") else { return nil }
    }
  }

  /// Reads a number. One with a fraction or an exponent stays a floating-point number, as it was written.
  private mutating func number() -> JSON? {
    let start = place
    while let byte, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { place += 1 }
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    // Swift reads forms that JSON does not have: a sign before it, and a point at its beginning or end.
    guard let first = text.first(where: { $0 != "-" }), first.isNumber, text.last?.isNumber == true,
      !text.hasPrefix("--")
    else { return nil }
    let digits = text.drop { $0 == "-" }
    guard !digits.hasPrefix("0") || digits.dropFirst().first?.isNumber != true else { return nil }
    if let value = Int64(text) { return .integer(value) }
    return Double(text).map { .number($0) }
  }

  private mutating func string() -> String? {
    place += 1
    var text: [UInt8] = []
    while let byte {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        text += String(scalar).utf8
      case ..<0x20: return nil
      default: text.append(byte)
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard let byte else { return nil }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      guard let unit = codeUnit() else { return nil }
      guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
      // A character beyond the basic plane is a pair of surrogates.
      guard take(word: "\\u"), let low = codeUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
      return Unicode.Scalar(0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00))
    default: return nil
    }
  }

  private mutating func codeUnit() -> UInt16? {
    guard place + 4 <= bytes.count else { return nil }
    let digits = bytes[place..<place + 4]
    guard digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }) else { return nil }
    place += 4
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

extension JSON {
  /// Reads the elements of an array. Returns nil if one cannot be read, or this is no array.
  func read<Value>(_ value: (JSON) -> Value?) -> [Value]? {
    guard let elements else { return nil }
    let values = elements.compactMap(value)
    return values.count == elements.count ? values : nil
  }
}

extension ExactTime {
  /// Reads a time from its object. Returns nil if it has no positive scale.
  init?(reading object: JSON) {
    guard let value: Int64 = object["value"]?.integer(), let scale: Int32 = object["scale"]?.integer(), scale > 0
    else { return nil }
    self.init(value: value, scale: scale)
  }
}
