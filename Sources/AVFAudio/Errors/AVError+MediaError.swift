import CoreMedia
import Foundation
package import MediaSupport
import MediaTime

extension AVError {
  /// The key for the fact that a library is not installed, for which Apple has no code.
  package static let missingLibraryKey = "AVWriteMissingLibrary"

  /// The one translation of the engine's errors to Apple's codes (ER-05).
  package init(_ error: MediaError) {
    // The reason alone too, for callers that name the place in their own words.
    var userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: error.description, NSLocalizedFailureReasonErrorKey: error.reason,
    ]
    if let path = error.path { userInfo[NSFilePathErrorKey] = path }
    if let time = error.time, time.isNumeric { userInfo[AVErrorTimeKey] = NSValue(time: time) }
    if let trackID = error.trackID { userInfo[AVErrorPersistentTrackIDKey] = NSNumber(value: trackID) }
    if let cause = Self.cause(of: error) { userInfo[NSUnderlyingErrorKey] = cause }
    if error.kind == .libraryMissing { userInfo[Self.missingLibraryKey] = true }
    self.init(Code(error), userInfo: userInfo)
  }

  /// An `AVError` for an error that was thrown in a lower layer.
  package init(wrapping error: any Error) {
    switch error {
    case let error as AVError: self = error
    case let error as MediaError: self.init(error)
    default: self.init(.unknown, userInfo: [NSUnderlyingErrorKey: error, NSLocalizedDescriptionKey: "\(error)"])
    }
  }

  /// Returns the underlying error: the system's if a system call failed, the client's if its code did, and the URL
  /// loader's for an invalid or incomplete response of a server.
  private static func cause(of error: MediaError) -> (any Error)? {
    if let cause = error.cause { return cause }
    guard let code = error.code else { return nil }
    guard code > 0 else {
      switch error.kind {
      case .inputUnavailable: return NSError(domain: NSURLErrorDomain, code: NSURLErrorBadServerResponse)
      case .inputOutput: return NSError(domain: NSURLErrorDomain, code: NSURLErrorNetworkConnectionLost)
      default: return nil
      }
    }
    switch error.kind {
    case .inputUnavailable, .outputExists, .outputUnavailable, .diskFull, .inputOutput, .outOfMemory:
      return NSError(domain: NSPOSIXErrorDomain, code: Int(code))
    default: return nil
    }
  }
}

extension AVError.Code {
  fileprivate init(_ error: MediaError) {
    self =
      switch error.kind {
      case .inputUnavailable, .outputUnavailable, .inputOutput, .internalError: .unknown
      case .unrecognizedFormat: .fileFormatNotRecognized
      case .damagedContainer: .fileFailedToParse
      case .truncatedContainer: .failedToLoadMediaData
      // A decoder gave up, or the container shows that the bytes are no media of their kind (AR-10).
      case .damagedMedia: error.stage == .decoding ? .decodeFailed : .undecodableMediaData
      case .decoderNotFound: .decoderNotFound
      case .encoderNotFound: .encoderNotFound
      case .libraryMissing: error.stage == .encoding ? .encoderNotFound : .decoderNotFound
      case .deviceUnavailable: .deviceNotConnected
      case .unsupportedSettings: .unsupportedOutputSettings
      case .unsupportedByContainer: .formatUnsupported
      case .referencesNotSupported: .fileTypeDoesNotSupportSampleReferences
      case .referencesForbidden: .referenceForbiddenByReferencePolicy
      case .encrypted: .contentIsProtected
      case .outputExists: .fileAlreadyExists
      case .outputTooLarge: .maximumFileSizeReached
      case .diskFull: .diskFull
      case .outOfMemory: .outOfMemory
      case .encodingFailed: .encodeFailed
      case .segmentWithoutSyncSample: .segmentStartedWithNonSyncSample
      case .cancelled: .operationCancelled
      case .invalidComposition: .invalidVideoComposition
      case .compositorFailed: .videoCompositorFailed
      case .invalidOperation: .operationNotAllowed
      }
  }
}
