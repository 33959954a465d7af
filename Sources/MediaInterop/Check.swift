internal import CFFmpeg
internal import MediaSupport

/// Converts a return code of libavformat, libavcodec and their sibling libraries to a `MediaError`. This is the only
/// way from C to an error.
///
/// A code that is more specific than the caller's kind (out of memory, no such codec, interrupted, disk full; when
/// opening: no such file) determines the error's kind itself. The library's last log line of this thread is attached.
///
/// - Parameters:
///   - code: the library's return code. A negative code is a failure, including "again" and "end". For calls that
///     return those normally, see `checkProgress`.
///   - kind: the kind of the failure if the code does not determine it.
///   - message: the work that failed, as the beginning of a sentence: "cannot open the file".
/// - Returns: `code`, which is not negative.
@discardableResult
func check(
  _ code: Int32, _ kind: MediaError.Kind, _ stage: MediaError.Stage, _ message: @autoclosure () -> String,
  path: String? = nil
) throws(MediaError) -> Int32 {
  let line = cff_log_take_thread_line()
  guard code < 0 else { return code }
  throw MediaError(
    MediaError.Kind(libraryCode: code, at: stage) ?? kind, stage, "\(message()): \(libraryText(code))", path: path,
    code: isSystemNumber(code) ? -code : code, libraryMessage: line.map { String(cString: $0) })
}

/// The outcome of a call that may also need more input, or be at the end.
enum CallOutcome {
  case done
  /// The call can do nothing before the other side is served (`EAGAIN`).
  case again
  /// The end of the stream.
  case end
}

/// Checks a call as `check` does, but returns "again" and "end" as results, for calls that return them normally.
func checkProgress(
  _ code: Int32, _ kind: MediaError.Kind, _ stage: MediaError.Stage, _ message: @autoclosure () -> String,
  path: String? = nil
) throws(MediaError) -> CallOutcome {
  if code == cff_error_again { return .again }
  if code == cff_error_eof { return .end }
  try check(code, kind, stage, message(), path: path)
  return .done
}

/// Returns whether a code is a negated `errno` of the system, which the library passes on; its own codes consist of
/// letters.
private func isSystemNumber(_ code: Int32) -> Bool { (-4095..<0).contains(code) }

/// Returns the library's words for one of its codes, or the system's for an `errno`.
private func libraryText(_ code: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { text in
    av_strerror(code, text.baseAddress, text.count)
    return String(cString: text.baseAddress!)
  }
}

extension MediaError.Kind {
  /// Makes the kind that a code determines itself, whatever call returned it; `nil` if the caller's kind applies.
  fileprivate init?(libraryCode code: Int32, at stage: MediaError.Stage) {
    switch code {
    case cff_error_decoder_not_found: self = .decoderNotFound
    case cff_error_encoder_not_found: self = .encoderNotFound
    case cff_error_demuxer_not_found: self = .unrecognizedFormat
    case cff_error_exit: self = .cancelled
    case cff_error_bug: self = .internalError
    case cff_error(ENOMEM): self = .outOfMemory
    case cff_error(ENOSPC), cff_error(EDQUOT): self = .diskFull
    case cff_error(ENOENT), cff_error(EACCES), cff_error(EPERM), cff_error(EISDIR), cff_error(ENOTDIR),
      cff_error(ELOOP), cff_error(ENAMETOOLONG):
      guard stage == .opening else { return nil }
      self = .inputUnavailable
    // A server that is silent or disconnects says nothing about the media, at whatever position it happens.
    case cff_error(EIO), cff_error(ETIMEDOUT), cff_error(ECONNRESET), cff_error(EPIPE): self = .inputOutput
    default: return nil
    }
  }
}

extension MediaError {
  /// Returns the error for a failed allocation of the library.
  static func outOfMemory(_ stage: Stage) -> MediaError {
    MediaError(.outOfMemory, stage, "the library cannot allocate memory", code: ENOMEM)
  }
}
