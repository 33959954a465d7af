public import Foundation
import MediaEngine
import Synchronization

/// Asks what a resource is. Any thread, before the loading request is finished.
public final class AVAssetResourceLoadingContentInformationRequest: NSObject, Sendable {
  private struct Hints {
    var contentType: String?
    var isEntireLengthAvailableOnDemand = false
  }

  private let supply: SupplyRequest
  private let hints = Mutex(Hints())

  init(_ supply: SupplyRequest) { self.supply = supply }

  /// The uniform type that the resource must have; `nil`, since any that is read will do.
  public var allowedContentTypes: [String]? { nil }

  /// The resource's uniform type. Its bytes decide here.
  public var contentType: String? {
    get { hints.withLock { $0.contentType } }
    set { hints.withLock { $0.contentType = newValue } }
  }

  /// Bytes in all; 0 where that is not known.
  public var contentLength: Int64 {
    get { supply.information.byteCount ?? 0 }
    set { supply.information.byteCount = newValue > 0 ? newValue : nil }
  }

  /// Whether any range may be asked for. Otherwise everything is asked for once from the start, and what needs to go
  /// back in it, such as a movie whose index comes last, cannot be read.
  public var isByteRangeAccessSupported: Bool {
    get { supply.information.isSeekable }
    set { supply.information.isSeekable = newValue }
  }

  /// When the delegate wants to be asked again; `nil` for never.
  public var renewalDate: Date? {
    get { supply.information.renewalDate }
    set { supply.information.renewalDate = newValue }
  }

  /// Whether bytes come without delay. They are waited for either way.
  public var isEntireLengthAvailableOnDemand: Bool {
    get { hints.withLock { $0.isEntireLengthAvailableOnDemand } }
    set { hints.withLock { $0.isEntireLengthAvailableOnDemand = newValue } }
  }
}
