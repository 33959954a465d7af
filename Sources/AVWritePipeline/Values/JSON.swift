/// A JSON value whose members keep the order in which they were given. So a line reads from the general to the
/// particular, and the same facts give the same bytes.
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Sendable, Hashable {
    package var name: String
    package var value: JSON
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByNilLiteral
{
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(stringLiteral value: String) { self = .string(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(nilLiteral: ()) { self = .null }
}

// Values that may be unknown: nil is null.
extension JSON {
  package init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .null }
  package init(_ value: Int32?) { self = value.map { .integer(Int64($0)) } ?? .null }
  package init(_ value: Int64?) { self = value.map { .integer($0) } ?? .null }
  package init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
  package init(_ value: String?) { self = value.map { .string($0) } ?? .null }
  package init(_ value: Bool?) { self = value.map { .bool($0) } ?? .null }

  package init(_ time: ExactTime?) {
    self = time.map { ["value": JSON($0.value), "scale": JSON($0.scale)] } ?? .null
  }

  /// The object without its null members: unknown values are left out.
  package var withoutNulls: JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { $0.value != .null })
  }
}

extension JSON {
  /// Returns the object with another's members after its own.
  func merging(_ other: JSON) -> JSON {
    guard case .object(let members) = self, case .object(let more) = other else { return self }
    return .object(members + more)
  }

  /// Creates the object of several renditions: the members of the first, and the other renditions in the list `also`.
  /// So a program that reads jobs with one output need not support more.
  init(renditions: [JSON]) {
    let others: JSON = ["also": .array(Array(renditions.dropFirst()))]
    self = renditions.count > 1 ? renditions[0].merging(others) : renditions.first ?? [:]
  }
}

extension JSON {
  /// The value as text on one line.
  package var line: String {
    var text = ""
    write(to: &text, indentation: nil)
    return text
  }

  /// The value as text for people, with two spaces for each level.
  package var document: String {
    var text = ""
    write(to: &text, indentation: 0)
    return text + "\n"
  }

  private func write(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      Self.write(values, in: ("[", "]"), to: &text, indentation) { text, value, indentation in
        value.write(to: &text, indentation: indentation)
      }
    case .object(let members):
      Self.write(members, in: ("{", "}"), to: &text, indentation) { text, member, indentation in
        Self.write(member.name, to: &text)
        text += indentation == nil ? ":" : ": "
        member.value.write(to: &text, indentation: indentation)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], in brackets: (String, String), to text: inout String, _ indentation: Int?,
    _ write: (inout String, Element, Int?) -> Void
  ) {
    text += brackets.0
    let inner = indentation.map { $0 + 2 }
    for (place, element) in elements.enumerated() {
      if place > 0 { text += "," }
      if let inner { text += "\n" + String(repeating: " ", count: inner) }
      write(&text, element, inner)
    }
    if let indentation, !elements.isEmpty { text += "\n" + String(repeating: " ", count: indentation) }
    text += brackets.1
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.spelled.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // The escape is exact, and no terminal acts on it.
      case _ where scalar.isObeyed && scalar.value <= 0xFFFF:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
