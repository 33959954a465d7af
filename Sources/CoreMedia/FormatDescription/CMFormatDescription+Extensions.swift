public import CoreGraphics
package import Foundation
internal import FoundationSupplement

extension CMFormatDescription {
  /// A description's extensions by key.
  public struct Extensions {
    private var values: [String: CFPropertyList]
    // Kept in addition to the dictionary, which returns its data byte by byte.

    /// The contents of the sample description's atoms by their names. It is `nil` for a dictionary that has anything
    /// but data and arrays of several of them.
    package private(set) var atomContents: [String: [Data]]? = [:]

    private static let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms as String

    public init() { values = [:] }

    public init(base: [CFString: CFPropertyList]?) {
      values = [:]
      for (key, value) in base ?? [:] { values[key as String] = value }
      atomContents = Self.contents(ofAtoms: values[Self.atomsKey])
    }

    init(_ dictionary: CFDictionary?) {
      values = [:]
      dictionary?.forEach { key, value in
        if let key = key as? String { values[key] = value as CFPropertyList }
      }
      atomContents = Self.contents(ofAtoms: values[Self.atomsKey])
    }

    /// The property list of a key, or `nil` if there is none. Setting `nil` removes the key.
    public subscript(key: CFString) -> CFPropertyList? {
      get { values[key as String] }
      set {
        values[key as String] = newValue
        if key as String == Self.atomsKey { atomContents = Self.contents(ofAtoms: newValue) }
      }
    }

    /// The value of a key, or `nil` if there is none. Setting `nil` removes the key.
    public subscript(key: Key) -> Value? {
      get { values[key.rawValue as String].map { Value($0) } }
      set { self[key.rawValue] = newValue?.propertyListRepresentation }
    }

    /// Sets the atoms of the sample description by their names. Several atoms of one name become an array, as on Apple's
    /// platforms; without any the extension is absent.
    package mutating func setAtoms(_ contents: [String: [Data]]) {
      let present = contents.filter { !$0.value.isEmpty }
      let atoms = present.mapValues { data -> Any in data.count == 1 ? data[0] as NSData : data.map { $0 as NSData } }
      values[Self.atomsKey] = atoms.isEmpty ? nil : NSDictionary(dictionary: atoms)
      atomContents = present
    }

    /// Takes over the extensions of others, except for those that it has itself.
    mutating func add(_ others: Self) {
      if values[Self.atomsKey] == nil { atomContents = others.atomContents }
      values.merge(others.values) { own, _ in own }
    }

    private static func contents(ofAtoms value: CFPropertyList?) -> [String: [Data]]? {
      guard let value else { return [:] }
      guard let atoms = value as? NSDictionary else { return nil }
      var contents: [String: [Data]] = [:]
      for (name, content) in atoms {
        guard let name = name as? String else { return nil }
        if let data = Data(bytesOf: content) {
          contents[name] = [data]
        } else if let several = content as? [Any], several.count > 1 {
          let data = several.compactMap { Data(bytesOf: $0) }
          guard data.count == several.count else { return nil }
          contents[name] = data
        } else {
          return nil
        }
      }
      return contents
    }

    /// Returns whether both have the same keys and values.
    func isEqual(to other: Self) -> Bool {
      guard values.count == other.values.count else { return false }
      return values.allSatisfy { key, value in
        guard let others = other.values[key] else { return false }
        if value === others { return true }
        if key == Self.atomsKey, let atomContents, let contents = other.atomContents { return atomContents == contents }
        return Self.areEqual(value, others)
      }
    }

    private static func areEqual(_ first: CFPropertyList, _ second: CFPropertyList) -> Bool {
      guard let data = first as? NSData, let other = second as? NSData else {
        return (first as? NSObject)?.isEqual(second) ?? false
      }
      return data.length == other.length && (data.length == 0 || memcmp(data.bytes, other.bytes, data.length) == 0)
    }

    /// The extensions as the C functions take them, or `nil` if there are none.
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
