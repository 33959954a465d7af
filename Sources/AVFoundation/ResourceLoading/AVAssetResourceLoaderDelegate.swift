public import Foundation

/// Supplies the media of assets whose URLs have schemes of the client's own.
///
/// All methods are optional, and are called on the queue that the delegate was set with.
public protocol AVAssetResourceLoaderDelegate: NSObjectProtocol {
  /// A resource, or a part of it, is needed.
  ///
  /// - Returns: whether the delegate will answer, now or later, and then ends the request with `finishLoading()` or
  ///   `finishLoading(with:)`. With `false` loading fails, with `URLError.unsupportedURL` beneath.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool

  /// The information that the delegate gave about a resource has expired (`renewalDate`), and more of the resource is
  /// needed.
  ///
  /// - Returns: as for the first request.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool

  /// Nobody waits for the answer any more: loading was cancelled, the asset is gone, or the reader went elsewhere.
  func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest)
}

extension AVAssetResourceLoaderDelegate {
  /// Refuses.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
  ) -> Bool { false }

  /// Refuses.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader,
    shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
  ) -> Bool { false }

  /// Does nothing.
  public func resourceLoader(
    _ resourceLoader: AVAssetResourceLoader, didCancel loadingRequest: AVAssetResourceLoadingRequest
  ) {}
}
