package import FoundationSupplement
internal import Foundation

/// The attachments of a buffer: objects by name, each of which does or does not propagate.
///
/// This is a value: a set of attachments that many frames share is built once and assigned to each.
package struct Attachments: @unchecked Sendable {
  // Sendable: attached objects are not changed while they are attached, as with Apple's.

  package struct Entry {
    package var value: AnyObject
    package var propagates: Bool
  }

  package private(set) var entries: [String: Entry]

  package init() { entries = [:] }

  package var isEmpty: Bool { entries.isEmpty }

  package subscript(key: String) -> Entry? { entries[key] }

  package mutating func set(_ value: AnyObject, for key: String, propagates: Bool) {
    entries[key] = Entry(value: value, propagates: propagates)
  }

  package mutating func remove(_ key: String) { entries[key] = nil }

  package mutating func removeAll() { entries = [:] }

  /// Adds every pair of `dictionary` whose key is a string.
  package mutating func merge(_ dictionary: CFDictionary, propagates: Bool) {
    dictionary.forEach { key, value in
      guard let key = key as? String else { return }
      set(value as AnyObject, for: key, propagates: propagates)
    }
  }

  /// Adds those of `other` that propagate, replacing entries of the same name.
  package mutating func propagate(from other: Attachments) {
    for (key, entry) in other.entries where entry.propagates { entries[key] = entry }
  }

  /// Returns the attachments of one mode, or `nil` if there are none.
  package func dictionary(propagating: Bool) -> CFDictionary? {
    let chosen = entries.filter { $0.value.propagates == propagating }
    return chosen.isEmpty ? nil : NSDictionary(dictionary: chosen.mapValues(\.value))
  }
}
