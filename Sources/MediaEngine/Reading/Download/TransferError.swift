package import Foundation
package import MediaSupport

/// An error of a download, which may have gone on after the error.
package struct TransferError: Sendable {
  package let date: Date
  package let error: MediaError
}
