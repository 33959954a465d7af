public import Foundation
import MediaEngine
import Synchronization

/// Asks for information about a resource. Any thread, before the loading request is finished.
public final class AVAssetResourceLoadingContentInformationRequest: NSObject, Sendable {
  private struct Hints {
    var contentType: String?
    var isEntireLengthAvailableOnDemand = false
  }

  private let supply: SupplyRequest
  private let hints = Mutex(Hints())

  init(_ supply: SupplyRequest) { self.supply = supply }

  /// The uniform types that the resource may have. It is `nil`: any type that is read will do.
  public var allowedContentTypes: [String]? { nil }

  /// The resource's uniform type. Its bytes decide here.
  public var contentType: String? {
    get { hints.withLock { $0.contentType } }
    set { hints.withLock { $0.contentType = newValue } }
  }

  /// The number of bytes of the resource. It is 0 where that is not known.
  public var contentLength: Int64 {
    get { supply.information.byteCount ?? 0 }
    set { supply.information.byteCount = newValue > 0 ? newValue : nil }
  }

  /// A Boolean value that says whether any range may be requested. If it is `false`, everything is requested once from
  /// the start, and a resource in which reading has to go back, such as a movie whose index comes last, cannot be read.
  public var isByteRangeAccessSupported: Bool {
    get { supply.information.isSeekable }
    set { supply.information.isSeekable = newValue }
  }

  /// The date at which the delegate wants to be asked again. It is `nil` for never.
  public var renewalDate: Date? {
    get { supply.information.renewalDate }
    set { supply.information.renewalDate = newValue }
  }

  /// A Boolean value that says whether bytes come without delay. They are waited for either way.
  public var isEntireLengthAvailableOnDemand: Bool {
    get { hints.withLock { $0.isEntireLengthAvailableOnDemand } }
    set { hints.withLock { $0.isEntireLengthAvailableOnDemand = newValue } }
  }
}
