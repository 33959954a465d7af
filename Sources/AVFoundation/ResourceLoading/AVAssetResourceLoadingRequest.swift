public import Foundation
import MediaEngine

/// A request for a resource that a resource loader's delegate answers. Any thread.
///
/// The delegate has to keep the request until it is finished: a request that is released before that has failed.
public class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
  // Sendable: constants that are Sendable themselves.

  private let supply: SupplyRequest
  /// The wanted resource and range, as a request to a server would state them.
  public let request: Request
  /// The request for information, to be filled in before this request is finished. It is `nil` where only bytes are
  /// wanted.
  public let contentInformationRequest: AVAssetResourceLoadingContentInformationRequest?
  /// The bytes that are wanted. Those of a request with a `contentInformationRequest` may be left out.
  public let dataRequest: AVAssetResourceLoadingDataRequest?

  init(_ supply: SupplyRequest, of url: URL) {
    self.supply = supply
    let dataRequest = AVAssetResourceLoadingDataRequest(supply)
    self.dataRequest = dataRequest
    contentInformationRequest =
      supply.purpose == .bytes ? nil : AVAssetResourceLoadingContentInformationRequest(supply)
    request = Request(url: url, range: dataRequest)
  }

  /// No client may hang.
  deinit { supply.fail(nil) }

  /// Returns a request of the class that fits the purpose.
  static func make(for supply: SupplyRequest, of url: URL) -> AVAssetResourceLoadingRequest {
    supply.purpose == .renewal
      ? AVAssetResourceRenewalRequest(supply, of: url) : AVAssetResourceLoadingRequest(supply, of: url)
  }

  /// Calls the delegate's method that fits the purpose.
  func ask(_ delegate: any AVAssetResourceLoaderDelegate, of loader: AVAssetResourceLoader) -> Bool {
    delegate.resourceLoader(loader, shouldWaitForLoadingOfRequestedResource: self)
  }

  /// A Boolean value that says whether the delegate has ended the request.
  public var isFinished: Bool { supply.isFinished }
  /// A Boolean value that says whether the answer is no longer needed.
  public var isCancelled: Bool { supply.isWithdrawn }

  /// Ends the request.
  ///
  /// A request that got fewer bytes than it asked for is the end of the resource if no `contentLength` is known.
  /// Otherwise the rest is asked for; loading fails if none of it comes, or if byte ranges are not supported.
  public func finishLoading() { supply.finish() }

  /// Ends the request without the rest of the answer. The load that needs it fails with the error beneath.
  public func finishLoading(with error: (any Error)?) { supply.fail(error) }
}
