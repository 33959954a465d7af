import CoreMedia
import Foundation

/// How far a property is loaded.
enum LoadingState {
  case notYetLoaded
  case loading
  case loaded
  case failed(NSError)
  /// Somebody called `cancelLoading()` before it was loaded.
  case cancelled

  /// Whether it stays so.
  var isDecided: Bool {
    switch self {
    case .notYetLoaded, .loading: false
    case .loaded, .failed, .cancelled: true
    }
  }

  /// - Throws: why there is no value; nothing while that is not decided.
  func check() throws {
    switch self {
    case .notYetLoaded, .loading, .loaded: return
    case .failed(let error): throw error.domain == AVFoundationErrorDomain ? AVError(_nsError: error) : error
    case .cancelled: throw AVError(.operationCancelled)
    }
  }

  /// As the key-based API has it (KV-11).
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
