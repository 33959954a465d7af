internal import Foundation

/// A problem of a settings dictionary.
package struct SettingsProblem: Error, Equatable {
  package enum Kind {
    /// The documentation forbids the settings: an exception when an input or output is made from them.
    case misuse
    /// The settings are allowed, but this build or this file type cannot honour them: `canApply` is false.
    case unsupported
  }

  package var kind: Kind
  /// One sentence that names the key.
  package var reason: String

  package static func misuse(_ reason: String) -> SettingsProblem { SettingsProblem(kind: .misuse, reason: reason) }
  package static func unsupported(_ reason: String) -> SettingsProblem {
    SettingsProblem(kind: .unsupported, reason: reason)
  }
}

/// A settings dictionary with typed access. `SettingsValue` handles the types in which clients write numbers.
///
/// `finish` refuses keys that were never read, so that no setting is accepted and ignored.
package struct SettingsDictionary {
  package let values: [String: Any]
  package private(set) var unread: Set<String>

  package init(_ values: [String: Any]) {
    self.values = values
    unread = Set(values.keys)
  }

  package var isEmpty: Bool { values.isEmpty }

  package func contains(_ key: String) -> Bool { values[key] != nil }

  package mutating func number(_ key: String) throws -> Double? {
    guard let value = take(key) else { return nil }
    guard let number = SettingsValue.number(value), number.isFinite else { throw wrongType(key, "a number") }
    return number
  }

  package mutating func integer(_ key: String) throws -> Int? {
    guard let number = try number(key) else { return nil }
    guard let integer = Int(exactly: number.rounded()), Double(integer) == number else {
      throw wrongType(key, "a whole number")
    }
    return integer
  }

  /// The whole numbers of a key whose value is one of them, or a list.
  package mutating func integers(_ key: String) throws -> [Int]? {
    guard let list = SettingsValue.list(values[key]) else { return try integer(key).map { [$0] } }
    unread.remove(key)
    return try list.map { element in
      var single = SettingsDictionary([key: element])
      guard let integer = try single.integer(key) else { throw wrongType(key, "a whole number") }
      return integer
    }
  }

  package mutating func positiveInteger(_ key: String) throws -> Int? {
    guard let integer = try integer(key) else { return nil }
    guard integer > 0 else { throw SettingsProblem.misuse("\(key) must be greater than 0 and is \(integer)") }
    return integer
  }

  /// The whole number that is nearest to a number above 0: sizes that clients compute, and sample rates, have fractions.
  package mutating func roundedPositiveInteger(_ key: String) throws -> Int? {
    guard let number = try number(key) else { return nil }
    guard number > 0, let integer = Int(exactly: max(1, number.rounded())) else {
      throw SettingsProblem.misuse("\(key) must be greater than 0 and is \(number)")
    }
    return integer
  }

  /// The numbers of a key whose value is a list.
  package mutating func numbers(_ key: String) throws -> [Double]? {
    guard let value = take(key) else { return nil }
    let numbers = SettingsValue.list(value)?.map { SettingsValue.number($0) ?? .nan }
    guard let numbers, numbers.allSatisfy(\.isFinite) else { throw wrongType(key, "a list of numbers") }
    return numbers
  }

  package mutating func boolean(_ key: String) throws -> Bool? {
    guard let value = take(key) else { return nil }
    guard let boolean = SettingsValue.boolean(value) else { throw wrongType(key, "a Boolean") }
    return boolean
  }

  package mutating func string(_ key: String) throws -> String? {
    guard let value = take(key) else { return nil }
    if let string = value as? String { return string }
    if let string = value as? NSString { return String(describing: string) }
    if let constant = value as? any RawRepresentable, let string = constant.rawValue as? String { return string }
    throw wrongType(key, "a string")
  }

  package mutating func data(_ key: String) throws -> Data? {
    guard let value = take(key) else { return nil }
    guard let data = SettingsValue.data(value) else { throw wrongType(key, "data") }
    return data
  }

  package mutating func dictionary(_ key: String) throws -> SettingsDictionary? {
    guard let value = take(key) else { return nil }
    if let dictionary = value as? [String: Any] { return SettingsDictionary(dictionary) }
    if let dictionary = value as? NSDictionary {
      var values: [String: Any] = [:]
      for (key, value) in dictionary {
        if let key = key as? String { values[key] = value }
      }
      return SettingsDictionary(values)
    }
    throw wrongType(key, "a dictionary")
  }

  /// Takes a key that is understood and changes nothing here.
  package mutating func ignore(_ key: String) { unread.remove(key) }

  /// Refuses keys that were never read.
  package func finish(_ owner: String) throws {
    guard let key = unread.min() else { return }
    throw SettingsProblem.unsupported("\(key) has no meaning in \(owner)")
  }

  private mutating func take(_ key: String) -> Any? {
    unread.remove(key)
    return values[key]
  }

  private func wrongType(_ key: String, _ expected: String) -> SettingsProblem {
    .misuse("the value of \(key) must be \(expected)")
  }
}
