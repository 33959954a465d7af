import Foundation

extension AVAsset {
  /// Returns the loading state of the property of a key. It never blocks and loads nothing (KV-11).
  ///
  /// The state is `.loaded` where the property needs no loading, and where the key names no property.
  /// - Parameter outError: set where the state is `.failed`.
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    AssetProperty(key: key).map { loading.state(of: $0).keyValueStatus(error: outError) } ?? .loaded
  }

  /// Loads the properties of keys and calls the handler once, when each is loaded, has failed or is cancelled (KV-09).
  ///
  /// The handler runs before this returns where that is known without reading: the file is not there, it has turned out
  /// to be unreadable before, or all is loaded (KV-10). Otherwise it runs on an unspecified queue. It runs too, with
  /// cancelled keys, when the asset goes away meanwhile, which this call does not prevent (KV-17).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    loading.load(keys.compactMap(AssetProperty.init(key:))) { handler?() }
  }

  /// Cancels loading for everyone who waits for it. The properties that are being loaded are cancelled for good, and
  /// loaded ones stay (KV-12).
  public func cancelLoading() { loading.cancel() }

  /// Calls a completion handler with a value that follows from a property, or with the error that the property's
  /// loading ended with.
  func whenLoaded<Value>(
    _ property: AssetProperty, _ completionHandler: @escaping @Sendable (Value?, (any Error)?) -> Void,
    _ value: @escaping @Sendable (AVAsset) -> Value?
  ) {
    loading.load([property]) { [self] in
      do {
        try loading.state(of: property).check()
        completionHandler(value(self), nil)
      } catch {
        completionHandler(nil, error)
      }
    }
  }
}
