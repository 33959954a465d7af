import Synchronization

/// The properties that objects of clients announce themselves, with `willChangeValue(for:)` and `didChangeValue(for:)`.
///
/// Reading such a property cannot be detected, and an object cannot store its observers. So the property is identified
/// by its object and the key path as both sides write it, as long as it is observed.
enum AnnouncedProperties {
  /// A property of one object, by the object's identity and one spelling of the path.
  private struct Key: Hashable, @unchecked Sendable {
    // Sendable: a key path without subscripts is a constant, and one with them is only compared here.
    let object: ObjectIdentifier
    let keyPath: AnyKeyPath

    /// A Boolean value that says whether the path may lead to the property of a name: a computed property may have any.
    func mayBeNamed(_ name: String) -> Bool {
      let path = keyPath.debugDescription
      return path.hasSuffix("." + name) || path.contains("<computed")
    }
  }

  private static let observed = Mutex<[Key: ObservedProperty]>([:])

  /// The property, if it is observed.
  static func property(of object: AnyObject, _ keyPath: AnyKeyPath) -> ObservedProperty? {
    observed.withLock { $0[Key(object: ObjectIdentifier(object), keyPath: keyPath)] }
  }

  /// The properties of an object that are observed and may have a name.
  static func properties(of object: AnyObject, named name: String) -> [ObservedProperty] {
    let object = ObjectIdentifier(object)
    return observed.withLock { observed in
      observed.filter { $0.key.object == object && $0.key.mayBeNamed(name) }.map(\.value)
    }
  }

  static func add(_ observer: any PropertyObserver, to object: ObjectIdentifier, _ keyPath: AnyKeyPath) {
    let key = Key(object: object, keyPath: keyPath)
    observed.withLock { observed in
      let property = observed[key] ?? ObservedProperty()
      property.add(observer)
      observed[key] = property
    }
  }

  static func remove(_ observer: any PropertyObserver, from object: ObjectIdentifier, _ keyPath: AnyKeyPath) {
    let key = Key(object: object, keyPath: keyPath)
    observed.withLock { observed in
      guard let property = observed[key] else { return }
      property.remove(observer)
      if !property.isObserved { observed[key] = nil }
    }
  }
}
