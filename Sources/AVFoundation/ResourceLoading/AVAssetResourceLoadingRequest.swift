public import Foundation
import MediaEngine

/// What a resource loader's delegate is asked for. Any thread.
///
/// The delegate keeps it until it is finished: a request that is let go of before has failed.
public class AVAssetResourceLoadingRequest: NSObject, @unchecked Sendable {
  // Sendable: constants that are Sendable themselves.

  private let supply: SupplyRequest
  /// What is wanted, as a request to a server would say it.
  public let request: Request
  /// To be filled in before the request is finished; `nil` where only bytes are wanted.
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

  /// Of the class that fits the purpose.
  static func make(for supply: SupplyRequest, of url: URL) -> AVAssetResourceLoadingRequest {
    supply.purpose == .renewal
      ? AVAssetResourceRenewalRequest(supply, of: url) : AVAssetResourceLoadingRequest(supply, of: url)
  }

  /// Calls the delegate's method that fits the purpose.
  func ask(_ delegate: any AVAssetResourceLoaderDelegate, of loader: AVAssetResourceLoader) -> Bool {
    delegate.resourceLoader(loader, shouldWaitForLoadingOfRequestedResource: self)
  }

  /// Whether the delegate has ended it.
  public var isFinished: Bool { supply.isFinished }
  /// Whether nobody waits for the answer any more.
  public var isCancelled: Bool { supply.isWithdrawn }

  /// Ends the request. Where less came than what was asked for, the resource ends there.
  public func finishLoading() { supply.finish() }

  /// Ends the request without the rest of the answer: what is being loaded fails with the error beneath.
  public func finishLoading(with error: (any Error)?) { supply.fail(error) }
}
