internal import AVFoundation
internal import MediaSupport

extension JobError {
  /// Creates the error for an asset's or a reader's.
  ///
  /// - Parameter input: the user's name for the input.
  package init(reading error: any Error, of input: String) {
    let code: ErrorCode =
      switch (error as? AVError)?.code {
      case .fileFormatNotRecognized: .inputNotMedia
      case .fileFailedToParse, .failedToParse, .invalidSourceMedia: .inputDamaged
      case .failedToLoadSampleData, .failedToLoadMediaData: .inputTruncated
      case .undecodableMediaData, .decodeFailed: .mediaDamaged
      case .decoderNotFound: .decoderMissing
      case .unsupportedOutputSettings, .operationNotSupportedForAsset, .formatUnsupported: .settingsUnsupported
      case .encodeFailed, .operationNotAllowed: .mediaDamaged
      case .encoderNotFound: .encoderMissing
      case .deviceNotConnected: .deviceMissing
      case .diskFull: .diskFull
      case .outOfMemory: .outOfMemory
      case .noSourceTrack: .inputEmpty
      case .referenceForbiddenByReferencePolicy, .contentIsProtected: .inputUnreadable
      default: Self.systemNumber(error) == nil && !Self.isRefusal(error) ? .internalError : .inputUnreadable
      }
    self.init(code, error, file: input)
  }

  /// Creates the error for a writer's.
  ///
  /// - Parameter output: the user's name for the output.
  init(writing error: any Error, to output: String) {
    let code: ErrorCode =
      switch (error as? AVError)?.code {
      case .encoderNotFound: .encoderMissing
      // The source is at fault for what the writer was given: pictures out of order, or absurd times.
      case .undecodableMediaData, .encodeFailed, .operationNotAllowed: .mediaDamaged
      case .unsupportedOutputSettings: .settingsUnsupported
      case .formatUnsupported, .fileTypeDoesNotSupportSampleReferences: .containerUnsupported
      case .fileAlreadyExists: .outputExists
      case .diskFull: .diskFull
      case .outOfMemory: .outOfMemory
      case .operationCancelled: .cancelled
      default:
        Self.systemNumber(error).map { JobError.output($0, "").code } ?? .internalError
      }
    self.init(code, error, file: output)
  }

  private init(_ code: ErrorCode, _ error: any Error, file: String) {
    let userInfo = (error as? AVError)?.userInfo ?? [:]
    let code = userInfo[AVError.missingLibraryKey] == nil ? code : .libraryMissing
    let reason = userInfo[NSLocalizedFailureReasonErrorKey] as? String ?? (error as? AVError)?.localizedDescription
    self.init(code, "\(file): \(reason ?? "\(error)")", hint: code.advice)
    track = (userInfo[AVErrorPersistentTrackIDKey] as? NSNumber)?.int32Value
    at = (userInfo[AVErrorTimeKey] as? NSValue).flatMap { ExactTime($0.timeValue) }
  }

  /// Opens a library whose functions are called next.
  ///
  /// - Parameter file: the file that it is for.
  static func require(_ library: LoadedLibrary, for file: String) throws(JobError) {
    do { try library.require(.opening) } catch { throw JobError(.libraryMissing, "\(file): \(error.reason)") }
  }

  /// Returns the `errno` of the system call that caused an error, where there is one.
  private static func systemNumber(_ error: any Error) -> Int32? {
    guard let cause = cause(of: error), cause.domain == NSPOSIXErrorDomain else { return nil }
    return Int32(exactly: cause.code)
  }

  /// Returns whether a server answered that it has no such file, or does not give it.
  private static func isRefusal(_ error: any Error) -> Bool { cause(of: error)?.domain == NSURLErrorDomain }

  private static func cause(of error: any Error) -> NSError? {
    (error as? AVError)?.userInfo[NSUnderlyingErrorKey] as? NSError
  }
}
