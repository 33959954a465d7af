public import Foundation

/// Asks for the value of an item that is loaded when it is needed.
public final class AVMetadataItemValueRequest: NSObject, @unchecked Sendable {
  // Sendable: a weak reference that the runtime guards, and a constant.

  /// The item whose value is asked for, or `nil` once it is gone.
  public private(set) weak var metadataItem: AVMetadataItem?
  private let deferred: DeferredMetadataValue

  init(_ item: AVMetadataItem, _ deferred: DeferredMetadataValue) {
    metadataItem = item
    self.deferred = deferred
  }

  /// A request that nobody answered has failed.
  deinit { deferred.respond(.failure(AVError(.unknown))) }

  /// Answers with a value. Only the first answer counts.
  public func respond(value: any NSCopying & NSObjectProtocol) {
    deferred.respond(.success(.init(object: MetadataItemFields.copy(value))))
  }

  /// Answers that there is no value.
  public func respond(error: any Error) { deferred.respond(.failure(error)) }
}
