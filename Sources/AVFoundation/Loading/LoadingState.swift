import CoreMedia
import Foundation

/// The loading state of a property.
enum LoadingState {
  case notYetLoaded
  case loading
  case loaded
  case failed(NSError)
  /// Somebody called `cancelLoading()` before it was loaded.
  case cancelled

  /// A Boolean value that says whether the state is final.
  var isDecided: Bool {
    switch self {
    case .notYetLoaded, .loading: false
    case .loaded, .failed, .cancelled: true
    }
  }

  /// Checks that loading has not failed.
  ///
  /// - Throws: the error of a property that failed or was cancelled. It throws nothing while the state is not final.
  func check() throws {
    switch self {
    case .notYetLoaded, .loading, .loaded: return
    case .failed(let error): throw error.domain == AVFoundationErrorDomain ? AVError(_nsError: error) : error
    case .cancelled: throw AVError(.operationCancelled)
    }
  }

  /// Returns the state as the key-based API has it (KV-11).
  func keyValueStatus(error outError: NSErrorPointer) -> AVKeyValueStatus {
    switch self {
    case .notYetLoaded: return .unknown
    case .loading: return .loading
    case .loaded: return .loaded
    case .failed(let error):
      outError?.pointee = error
      return .failed
    case .cancelled: return .cancelled
    }
  }
}
