/// One thing that can be set: the name of its option, the form of its values, and their place in `Settings`.
package struct Setting: Sendable {
  /// The name of the option without its dashes, and the key in files.
  package let name: String
  /// The form of its values, in words that follow "is".
  package let form: String
  /// A Boolean value that says whether there may be several values.
  package let isList: Bool

  /// A closure that sets values from their texts; false where these are not of the form.
  let read: @Sendable (_ texts: [String], inout Settings) -> Bool
  /// A closure that returns the values as they are written, or nil if there are none.
  let spelling: @Sendable (Settings) -> JSON?
  /// A closure that replaces values of the first settings with those of the second.
  let override: @Sendable (inout Settings, Settings) -> Void
  /// A closure that returns whether the values are in range.
  let isAllowed: @Sendable (Settings) -> Bool

  /// Returns the setting of this name, or nil if there is none.
  static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// Returns the reason why the value is not allowed. It is nil if the value is allowed or absent.
  func problem(in settings: Settings) -> String? { isAllowed(settings) ? nil : "--\(name) must be \(form)" }
}

extension Setting {
  typealias Place<Value> = WritableKeyPath<Settings, Value> & Sendable

  /// Returns a setting of one value.
  ///
  /// - Parameter allows: a closure that returns whether a value is in range.
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

  /// Returns a setting of one of a few words.
  static func word<Value: SettingValue & CaseIterable & RawRepresentable<String>>(
    _ name: String, _ place: any Place<Value?>
  ) -> Setting {
    one(name, "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))", place)
  }

  /// Returns a setting of true or false.
  static func flag(_ name: String, _ place: any Place<Bool?>) -> Setting { one(name, "true or false", place) }

  /// Returns a setting of a number in a range.
  static func number<Value: SettingValue & Comparable>(
    _ name: String, _ form: String, _ place: any Place<Value?>, in range: some RangeExpression<Value> & Sendable
  ) -> Setting {
    one(name, form, place) { range.contains($0) }
  }

  /// Returns a setting of a list of values.
  ///
  /// - Parameter replaces: a closure that returns whether a value takes the place of one that the list has already.
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
