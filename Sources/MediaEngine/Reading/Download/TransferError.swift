package import Foundation
package import MediaSupport

/// An error of a download. The download may have continued after it.
package struct TransferError: Sendable {
  package let date: Date
  package let error: MediaError
}
