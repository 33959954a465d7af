/// One thing that can be set: the name of its option, how its values are written, and where they stand in `Settings`.
package struct Setting: Sendable {
  /// The name of the option without its dashes, and the key in files.
  package let name: String
  /// What its values are, in words that follow "is".
  package let form: String
  /// Whether there may be several values.
  package let isList: Bool

  /// Takes what is written; false where it is not of the form.
  let read: @Sendable (_ texts: [String], inout Settings) -> Bool
  /// What is said, as it is written; nil where nothing is.
  let spelling: @Sendable (Settings) -> JSON?
  /// Puts what other settings say in the place of the first ones'.
  let override: @Sendable (inout Settings, Settings) -> Void
  /// Whether what is said is of the form.
  let isAllowed: @Sendable (Settings) -> Bool

  /// The setting of this name; nil where there is none.
  static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Why a value cannot be; nil where it can, or nothing is said.
  func problem(in settings: Settings) -> String? { isAllowed(settings) ? nil : "--\(name) is \(form)" }
}

extension Setting {
  typealias Place<Value> = WritableKeyPath<Settings, Value> & Sendable

  /// One value.
  ///
  /// - Parameter allows: which of the values that can be written there may be.
  static func one<Value: SettingValue>(
    _ name: String, _ form: String, _ place: any Place<Value?>,
    where allows: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> Setting {
    Setting(
      name: name, form: form, isList: false,
      read: { texts, settings in
        guard texts.count == 1, let value = Value(argument: texts[0]), allows(value) else { return false }
        settings[keyPath: place] = value
        return true
      },
      spelling: { $0[keyPath: place]?.spelling },
      override: { base, over in
        if let value = over[keyPath: place] { base[keyPath: place] = value }
      },
      isAllowed: { $0[keyPath: place].map(allows) ?? true })
  }

  /// One of a few words.
  static func word<Value: SettingValue & CaseIterable & RawRepresentable<String>>(
    _ name: String, _ place: any Place<Value?>
  ) -> Setting {
    one(name, "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))", place)
  }

  /// Yes or no.
  static func flag(_ name: String, _ place: any Place<Bool?>) -> Setting { one(name, "true or false", place) }

  /// A number of a range.
  static func number<Value: SettingValue & Comparable>(
    _ name: String, _ form: String, _ place: any Place<Value?>, in range: some RangeExpression<Value> & Sendable
  ) -> Setting {
    one(name, form, place) { range.contains($0) }
  }

  /// A list of values.
  ///
  /// - Parameter replaces: whether a value takes the place of one that the list has already.
  static func many<Value: SettingValue>(
    _ name: String, _ form: String, _ place: any Place<[Value]>,
    replacing replaces: @escaping @Sendable (_ new: Value, _ old: Value) -> Bool = { _, _ in true }
  ) -> Setting {
    Setting(
      name: name, form: form, isList: true,
      read: { texts, settings in
        let values = texts.map(Value.init(argument:))
        guard !values.contains(where: { $0 == nil }) else { return false }
        settings[keyPath: place] = values.compactMap { $0 }
        return true
      },
      spelling: { settings in
        let values = settings[keyPath: place]
        return values.isEmpty ? nil : .array(values.map(\.spelling))
      },
      override: { base, over in
        let new = over[keyPath: place]
        base[keyPath: place].removeAll { old in new.contains { replaces($0, old) } }
        base[keyPath: place] += new
      },
      isAllowed: { _ in true })
  }
}
