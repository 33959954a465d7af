public import Foundation

extension AVMetadataItem {
  private static let loadedKeys: Set<String> = [
    "value", "stringValue", "numberValue", "dateValue", "dataValue", "extraAttributes",
  ]

  fileprivate var loadingState: LoadingState {
    if case .deferred(let deferred) = fields.value { deferred.loadingState } else { .loaded }
  }

  fileprivate func loadValue() async throws {
    guard case .deferred(let deferred) = fields.value else { return }
    do { try await deferred.load(for: self) } catch { throw AVError(wrapping: error) }
  }

  /// Returns the loading state of the property of a name. It never blocks and loads nothing (KV-11).
  public func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    guard Self.loadedKeys.contains(key) else { return .loaded }
    return loadingState.keyValueStatus(error: outError)
  }

  /// Loads the properties of these names and calls the handler once, when each is loaded or has failed (KV-09).
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func loadValuesAsynchronously(
    forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)? = nil
  ) {
    Task {
      if keys.contains(where: Self.loadedKeys.contains) { try? await loadValue() }
      handler?()
    }
  }
}

extension AVPartialAsyncProperty where Root: AVMetadataItem {
  /// The item's value.
  public static var value: AVAsyncProperty<Root, (any NSCopying & NSObjectProtocol)?> {
    property("value") { $0.value }
  }

  /// The value as a string.
  public static var stringValue: AVAsyncProperty<Root, String?> { property("stringValue") { $0.stringValue } }
  /// The value as a number.
  public static var numberValue: AVAsyncProperty<Root, NSNumber?> { property("numberValue") { $0.numberValue } }
  /// The value as a date.
  public static var dateValue: AVAsyncProperty<Root, Date?> { property("dateValue") { $0.dateValue } }
  /// The value as the bytes that a file holds.
  public static var dataValue: AVAsyncProperty<Root, Data?> { property("dataValue") { $0.dataValue } }
  /// The attributes that the key space gives the item besides its value.
  public static var extraAttributes: AVAsyncProperty<Root, [AVMetadataExtraAttributeKey: Any]?> {
    property("extraAttributes") { $0.extraAttributes }
  }

  private static func property<Value>(
    _ key: String, _ value: @escaping (Root) -> Value
  ) -> AVAsyncProperty<Root, Value> {
    AVAsyncProperty(
      key: key, state: { $0.loadingState }, loading: { item in { try await item.loadValue() } }, value: value)
  }
}
