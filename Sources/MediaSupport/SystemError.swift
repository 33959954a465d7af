import Foundation

extension MediaError {
  /// Returns the error for a failed system call.
  ///
  /// - Parameters:
  ///   - number: the value of `errno`, read by the caller right after the call.
  ///   - fallback: the kind for a number without a more exact one.
  package static func system(
    _ number: Int32, _ stage: Stage, _ message: String, path: String? = nil, fallback: Kind = .inputOutput
  ) -> MediaError {
    let kind: Kind =
      switch number {
      case ENOSPC, EDQUOT: .diskFull
      case EFBIG: .diskFull
      case ENOMEM: .outOfMemory
      case EEXIST: .outputExists
      default: fallback
      }
    return MediaError(
      kind, stage, "\(message): \(String(cString: strerror(number)))", path: path, code: number)
  }
}
