public import Foundation
public import FoundationSupplement
public import OpenCombine

extension NSObject {
  /// Publishes the value at a key path whenever it changes.
  public struct KeyValueObservingPublisher<Subject: NSObject, Value>: Publisher, Equatable {
    public typealias Output = Value
    public typealias Failure = Never

    /// The object whose property is observed. A subscription does not keep it alive.
    public let object: Subject
    /// The key path of the value.
    public let keyPath: KeyPath<Subject, Value>
    /// The options that determine which values are published: the new values, and with `.prior` also the old ones.
    public let options: NSKeyValueObservingOptions

    public init(object: Subject, keyPath: KeyPath<Subject, Value>, options: NSKeyValueObservingOptions) {
      self.object = object
      self.keyPath = keyPath
      self.options = options
    }

    public static func == (lhs: KeyValueObservingPublisher, rhs: KeyValueObservingPublisher) -> Bool {
      lhs.object === rhs.object && lhs.keyPath == rhs.keyPath && lhs.options == rhs.options
    }

    /// Begins to observe. A subscriber that asks for fewer values than there are gets the latest one when it asks for
    /// more.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Value, Downstream.Failure == Never {
      let subscription = OutputSubscription(subscriber, excess: .isKept)
      // A key path without subscripts is a constant.
      nonisolated(unsafe) let keyPath = keyPath
      let observation = object.observe(keyPath, options: options.union(.new)) { [weak subscription] object, change in
        subscription?.send(change.newValue ?? object[keyPath: keyPath])
      }
      subscription.begin { observation.invalidate() }
      subscriber.receive(subscription: subscription)
    }
  }
}

extension _KeyValueCodingAndObserving where Self: NSObject {
  /// Publishes the value at a key path: the present one, and each new one on the thread of the change.
  public func publisher<Value>(
    for keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [.initial, .new]
  ) -> NSObject.KeyValueObservingPublisher<Self, Value> {
    NSObject.KeyValueObservingPublisher(object: self, keyPath: keyPath, options: options)
  }
}
