public import Foundation
import Synchronization

/// The result of a request to be authorized for media.
public enum AVContentAuthorizationStatus: Int, Sendable {
  /// Nothing was requested.
  case unknown = 0
  /// The request was answered.
  case completed = 1
  /// The request was cancelled.
  case cancelled = 2
  /// Nobody answered in time.
  case timedOut = 3
  /// Another request is under way.
  case busy = 4
  /// The service that authorizes is not available.
  case notAvailable = 5
  /// No request can be made.
  case notPossible = 6
}

// Authorization for protected media. The media that this library plays is not protected, and so needs none.
extension AVPlayerItem {
  /// A Boolean value that says whether somebody has to authorize playing. It is always `false` here.
  public var isAuthorizationRequiredForPlayback: Bool { false }
  /// A Boolean value that says whether this program may play the media. It is always `true` here.
  public var isApplicationAuthorizedForPlayback: Bool { true }
  /// A Boolean value that says whether the user may play the media. It is always `true` here.
  public var isContentAuthorizedForPlayback: Bool { true }

  /// The result of the last request for authorization.
  public var contentAuthorizationRequestStatus: AVContentAuthorizationStatus {
    state.withLock { $0.authorizationStatus }
  }

  /// Requests authorization, which is there already.
  ///
  /// - Parameters:
  ///   - timeoutInterval: the number of seconds to wait at the most.
  ///   - handler: is called once, on any thread; `contentAuthorizationRequestStatus` is then `.completed`.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func requestContentAuthorizationAsynchronously(
    withTimeoutInterval timeoutInterval: TimeInterval, completionHandler handler: @escaping @Sendable () -> Void
  ) {
    state.withLock { $0.authorizationStatus = .completed }
    DispatchQueue.global().async(execute: handler)
  }

  /// Requests authorization: see `requestContentAuthorizationAsynchronously(withTimeoutInterval:completionHandler:)`.
  public func requestContentAuthorization(withTimeoutInterval timeoutInterval: TimeInterval) async {
    await withCheckedContinuation { continuation in
      requestContentAuthorizationAsynchronously(withTimeoutInterval: timeoutInterval) { continuation.resume() }
    }
  }

  /// Cancels a request that is under way. There is none: each is answered at once.
  public func cancelContentAuthorizationRequest() {}

  /// Asks whether the restrictions that a user has set for the machine allow playing. There are none here.
  ///
  /// - Parameter completion: is called once, on any thread, with `true` and no error.
  @preconcurrency  // Clients from before Swift 6 pass blocks that are not Sendable.
  public func requestPlaybackRestrictionsAuthorization(_ completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    DispatchQueue.global().async { completion(true, nil) }
  }

  /// Asks whether the restrictions that a user has set for the machine allow playing. There are none here.
  ///
  /// Throws nothing.
  ///
  /// - Returns: `true`.
  public func requestPlaybackRestrictionsAuthorization() async throws -> Bool { true }

  /// Cancels such a question that is under way. There is none: each is answered at once.
  public func cancelPlaybackRestrictionsAuthorizationRequest() {}
}
