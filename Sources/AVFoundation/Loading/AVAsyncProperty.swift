import CoreMedia
public import Foundation

/// Any asynchronously loaded property of any type.
public class AVAnyAsyncProperty: CustomStringConvertible, @unchecked Sendable {
  // Sendable: constants, here and in the subclasses.

  let key: String

  init(key: String) { self.key = key }

  public var description: String { key }
}

/// An asynchronously loaded property of one type; its static members are the properties.
public class AVPartialAsyncProperty<Root>: AVAnyAsyncProperty, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  /// The property's name, as the key-based API has it.
  public override var description: String { key }
}

/// An asynchronously loaded property of one type, with a value of one type.
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  // Sendable: its functions never change, and use the root that they are given and nothing else.

  /// The loading state of a value.
  @frozen
  public enum Status {
    case notYetLoaded
    case loading
    case loaded(Value)
    case failed(NSError)
  }

  /// Returns the loading state of the data that the value follows from.
  let state: (Root) -> LoadingState
  /// Loads the data that the value follows from. A second load waits for the first.
  let loading: (Root) -> @Sendable () async throws -> Void
  /// Returns the value, once that data is loaded.
  let value: (Root) -> Value

  init(
    key: String, state: @escaping (Root) -> LoadingState,
    loading: @escaping (Root) -> @Sendable () async throws -> Void, value: @escaping (Root) -> Value
  ) {
    self.state = state
    self.loading = loading
    self.value = value
    super.init(key: key)
  }
}
