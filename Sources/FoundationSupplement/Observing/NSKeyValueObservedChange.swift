public import Foundation

/// One change of an observed property, as its handler is told it.
public struct NSKeyValueObservedChange<Value> {
  /// The kind of a change.
  public typealias Kind = NSKeyValueChange

  /// The kind of the change: `.setting` for every property of this framework.
  public let kind: Kind
  /// The value now; `nil` without the option `.new`, and before a change.
  public let newValue: Value?
  /// The value before; `nil` without the option `.old`, and in the initial call.
  public let oldValue: Value?
  /// The indexes of the elements of a collection that changed. It is `nil` for `.setting`.
  public let indexes: IndexSet?
  /// A Boolean value that says whether the handler is called before the change, as the option `.prior` asks.
  public let isPrior: Bool
}

extension NSKeyValueObservedChange: Sendable where Value: Sendable {}
