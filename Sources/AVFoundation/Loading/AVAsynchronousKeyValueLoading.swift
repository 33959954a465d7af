import CoreMedia
public import FoundationSupplement

/// Objects whose properties may have to be read from a file or be fetched first.
public protocol AVAsynchronousKeyValueLoading: AnyObject {
  /// Returns the loading state of the property of a name. It never blocks and loads nothing (KV-11).
  ///
  /// - Parameter outError: set where the state is `.failed`.
  func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus

  /// Loads the properties of these names and calls the handler once, when each is loaded or has failed (KV-09).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?)
}

extension AVAsynchronousKeyValueLoading {
  /// The asynchronous form of `loadValuesAsynchronously(forKeys:completionHandler:)`.
  public nonisolated(nonsending) func loadValues(forKeys keys: [String]) async {
    await withCheckedContinuation { continuation in
      loadValuesAsynchronously(forKeys: keys) { continuation.resume() }
    }
  }
}

extension AVAsynchronousKeyValueLoading {
  /// Returns the loading state of a property. It never blocks and loads nothing (KV-05). A property that was cancelled
  /// has failed (KV-06).
  public func status<Value>(of property: AVAsyncProperty<Self, Value>) -> AVAsyncProperty<Self, Value>.Status {
    switch property.state(self) {
    case .notYetLoaded: .notYetLoaded
    case .loading: .loading
    case .loaded: .loaded(property.value(self))
    case .failed(let error): .failed(error)
    case .cancelled: .failed(AVError(.operationCancelled)._nsError)
    }
  }

  /// Returns a property's value, and loads it where it was not loaded yet (KV-03). Several loads of one property are
  /// one (KV-08).
  ///
  /// - Throws: `AVError` when it cannot be loaded.
  public nonisolated(nonsending) func load<Value>(_ property: AVAsyncProperty<Self, Value>) async throws -> Value {
    try await property.loading(self)()
    return property.value(self)
  }

  /// Returns a property's value, loaded as `load(_:)` does, on an actor that is named.
  ///
  /// - Throws: `AVError` when it cannot be loaded.
  public func load<Value>(
    _ property: AVAsyncProperty<Self, Value>, isolation: isolated (any Actor)?
  ) async throws -> Value {
    try await property.loading(self)()
    return property.value(self)
  }

  /// Returns the values of two or more properties, in the order of the arguments.
  ///
  /// - Throws: `AVError` of the first property that cannot be loaded (KV-04).
  public func load<A, B, each C>(
    _ firstProperty: AVAsyncProperty<Self, A>, _ secondProperty: AVAsyncProperty<Self, B>,
    _ properties: repeat AVAsyncProperty<Self, each C>, isolation: isolated (any Actor)? = #isolation
  ) async throws -> (A, B, repeat each C) {
    try await firstProperty.loading(self)()
    try await secondProperty.loading(self)()
    repeat try await (each properties).loading(self)()
    return (firstProperty.value(self), secondProperty.value(self), repeat (each properties).value(self))
  }
}
