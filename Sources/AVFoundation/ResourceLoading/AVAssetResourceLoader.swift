public import Dispatch
public import Foundation
package import MediaEngine

/// Asks a delegate for the bytes of a URL asset whose scheme is not known here: any but `file`, `http` and `https`.
///
/// Set the delegate before anything is loaded: without one, loading such an asset fails. Any thread.
public final class AVAssetResourceLoader: NSObject, @unchecked Sendable {
  // Sendable: a lock guards what changes; the delegate is used on its queue alone.

  private let url: URL
  private let lock = NSLock()
  private weak var currentDelegate: (any AVAssetResourceLoaderDelegate)?
  private var currentQueue: DispatchQueue?
  /// The queue for a delegate that was set without one.
  private let ownQueue = DispatchQueue(label: "avwrite.resource-loader")

  init(_ url: URL) { self.url = url }

  /// The object that supplies resources. It is not retained.
  public var delegate: (any AVAssetResourceLoaderDelegate)? { lock.withLock { currentDelegate } }

  /// The queue on which the delegate is called. It is `nil` where none was set.
  public var delegateQueue: DispatchQueue? { lock.withLock { currentQueue } }

  /// Sets the delegate and the serial queue on which it is called. Without one it is called on the loader's own.
  ///
  /// Do not wait for a property of the asset on that queue: the bytes it needs would never come.
  public func setDelegate(_ delegate: (any AVAssetResourceLoaderDelegate)?, queue delegateQueue: DispatchQueue?) {
    lock.withLock {
      currentDelegate = delegate
      currentQueue = delegateQueue
    }
  }
}

extension AVAssetResourceLoader: MediaSupplier {
  package func ask(_ request: SupplyRequest) -> @Sendable () -> Void {
    let queue = delegateQueue ?? ownQueue
    let loadingRequest = AVAssetResourceLoadingRequest.make(for: request, of: url)
    queue.async { [self] in
      let isAccepted = delegate.map { loadingRequest.ask($0, of: self) } ?? false
      if !isAccepted { request.fail(URLError(.unsupportedURL)) }
    }
    // The request belongs to the delegate alone from now on: a delegate that lets go of it will never answer.
    return { [self, weak loadingRequest] in
      guard let loadingRequest else { return }
      queue.async {
        self.delegate?.resourceLoader(self, didCancel: loadingRequest)
      }
    }
  }
}
