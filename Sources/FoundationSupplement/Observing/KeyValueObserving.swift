public import Foundation

/// Objects whose properties can be observed by key path.
///
/// The name is that of Apple's own Swift overlay. Every `NSObject` conforms, so that a path may begin at an object of
/// the client and lead to one of this framework.
public protocol _KeyValueCodingAndObserving: AnyObject {}

extension NSObject: _KeyValueCodingAndObserving {}

extension _KeyValueCodingAndObserving {
  /// Calls a handler whenever the value at a key path changes.
  ///
  /// The path may be a chain (`\.input?.isReadyForMoreMediaData`): the properties that are read on the way are watched
  /// too, and watched anew after each change. The object is not kept alive. Changes at a path that reads nothing
  /// observable are told by `didChangeValue(for:)` alone; a line on standard error says so.
  ///
  /// - Parameters:
  ///   - options: the values that a change carries, and the other moments at which the handler is called.
  ///   - changeHandler: called after the new value is visible, on the thread of the change, with no lock held.
  /// - Returns: an object that keeps the observation alive.
  @preconcurrency  // Clients in Swift 5 pass handlers that are not Sendable.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let observer = KeyPathObserver(object: self, keyPath: keyPath, options: options, handler: changeHandler)
    observer.begin()
    return NSKeyValueObservation(observer)
  }

  /// Says that a property of this object is about to change; observers with the option `.prior` are told.
  ///
  /// For properties of clients' own classes: those of this framework are announced by themselves.
  ///
  /// - Parameter keyPath: the path as its observers write it, from the same class and to the property itself.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    AnnouncedProperties.property(of: self, keyPath)?.willChange()
  }

  /// Says that a property of this object has changed; its observers are told, on this thread.
  ///
  /// - Parameter keyPath: the path as its observers write it, from the same class and to the property itself.
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    AnnouncedProperties.property(of: self, keyPath)?.didChange()
  }

  /// Says that a property of this object is about to change, by its name: see `willChangeValue(for:)`.
  ///
  /// A computed property has no name that could be found while the program runs: observers of any of the object's are told.
  public func willChangeValue(forKey key: String) {
    for property in AnnouncedProperties.properties(of: self, named: key) { property.willChange() }
  }

  /// Says that a property of this object has changed, by its name: see `didChangeValue(for:)`.
  ///
  /// A computed property has no name that could be found while the program runs: observers of any of the object's are told.
  public func didChangeValue(forKey key: String) {
    for property in AnnouncedProperties.properties(of: self, named: key) { property.didChange() }
  }
}
