import Foundation

/// What a program says of a file, by names that are the same for all: `duration`, `video 1 width`, `title`.
struct Facts {
  enum Value: Equatable, CustomStringConvertible {
    /// With the distance within which another number is the same, because the program rounds.
    case number(Double, within: Double)
    case text(String)

    var description: String {
      switch self {
      case .number(let number, _): "\(number)"
      case .text(let text): text
      }
    }

    /// Numbers are the same where the coarser of the two says so.
    func agrees(with other: Value) -> Bool {
      switch (self, other) {
      case (.number(let one, let near), .number(let two, let far)): abs(one - two) <= max(near, far)
      case (.text(let one), .text(let two)): one == two
      default: false
      }
    }
  }

  private(set) var values: [String: Value] = [:]

  mutating func add(_ name: String, _ number: Double?, within distance: Double = 0) {
    if let number { values[name] = .number(number, within: distance) }
  }

  mutating func add(_ name: String, _ number: Int?) { add(name, number.map(Double.init)) }

  /// Nothing for an empty text.
  mutating func add(_ name: String, _ text: String?) {
    if let text, !text.isEmpty { values[name] = .text(text) }
  }

  /// A time of the calendar, to the second, in Greenwich's zone: `2016-02-02T17:51:27`.
  mutating func add(date name: String, _ text: String?) {
    guard let text else { return }
    let digits = text.prefix(19).map { $0.isNumber ? String($0) : ":" }.joined()
    // No date is not the beginning of a calendar.
    if digits.count == 19, !digits.hasPrefix("0000"), !digits.hasPrefix("1904:01:01") {
      add(name, digits)
    }
  }

  /// One disagreement: a fact that another program states, and this one otherwise or not at all.
  struct Disagreement: CustomStringConvertible {
    var fact: String
    var ours: Value?
    var theirs: Value

    var description: String {
      "\(fact): \(ours.map { "\($0)" } ?? "nothing") here, \(theirs) there"
    }
  }

  func disagreements(with other: Facts) -> [Disagreement] {
    other.values.sorted { $0.key < $1.key }.compactMap { name, theirs in
      let ours = values[name]
      return ours.map { $0.agrees(with: theirs) } == true
        ? nil : Disagreement(fact: name, ours: ours, theirs: theirs)
    }
  }
}

/// A JSON document, read without knowing more of it than is asked.
struct Document {
  var value: Any?

  init(_ data: Data) throws { value = try JSONSerialization.jsonObject(with: data) }
  init(value: Any?) { self.value = value }

  subscript(_ name: String) -> Document { Document(value: (value as? [String: Any])?[name]) }
  var list: [Document] { (value as? [Any] ?? []).map { Document(value: $0) } }
  var names: [String] { (value as? [String: Any])?.keys.sorted() ?? [] }
  var text: String? { value as? String ?? (value as? NSNumber).map { "\($0)" } }
  /// Also of a number in a text.
  var number: Double? {
    (value as? NSNumber)?.doubleValue ?? (value as? String).flatMap { Double($0) }
  }
  var flag: Bool? { (value as? NSNumber)?.boolValue }
}
