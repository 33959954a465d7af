public import CoreGraphics

extension CMFormatDescription {
  /// A description's extensions by key.
  public struct Extensions {
    private var values: [String: CFPropertyList]

    public init() { values = [:] }

    public init(base: [CFString: CFPropertyList]?) {
      values = [:]
      for (key, value) in base ?? [:] { values[key as String] = value }
    }

    init(_ dictionary: CFDictionary?) {
      values = [:]
      dictionary?.forEach { key, value in
        if let key = key as? String { values[key] = value as CFPropertyList }
      }
    }

    /// The property list of a key; `nil` where there is none. Setting `nil` removes the key.
    public subscript(key: CFString) -> CFPropertyList? {
      get { values[key as String] }
      set { values[key as String] = newValue }
    }

    /// The value of a key; `nil` where there is none. Setting `nil` removes the key.
    public subscript(key: Key) -> Value? {
      get { values[key.rawValue as String].map { Value($0) } }
      set { values[key.rawValue as String] = newValue?.propertyListRepresentation }
    }

    /// The extensions as the C functions take them; `nil` where there are none.
    var dictionary: CFDictionary? { values.isEmpty ? nil : NSDictionary(dictionary: values) }
  }
}

extension CMFormatDescription.Extensions {
  /// The name of an extension.
  public struct Key: RawRepresentable, Hashable, @unchecked Sendable {
    // Sendable: a string that never changes.

    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }
  }

  /// The value of an extension, which is a property list.
  public struct Value {
    public var propertyListRepresentation: CFPropertyList
    public init(_ plist: CFPropertyList) { propertyListRepresentation = plist }
  }
}
