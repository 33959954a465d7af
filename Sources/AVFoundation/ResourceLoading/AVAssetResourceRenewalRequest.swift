/// A repeated request to a resource loader's delegate: the information that it gave about a resource has expired. What
/// the delegate does not state anew, but for the date of the next renewal, stays as it was.
public final class AVAssetResourceRenewalRequest: AVAssetResourceLoadingRequest, @unchecked Sendable {
  // Sendable: adds nothing to a Sendable class.

  override func ask(_ delegate: any AVAssetResourceLoaderDelegate, of loader: AVAssetResourceLoader) -> Bool {
    delegate.resourceLoader(loader, shouldWaitForRenewalOfRequestedResource: self)
  }
}
