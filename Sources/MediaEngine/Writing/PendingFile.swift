import CSystem
import Foundation
import MediaSupport

/// A file that gets its name when it is complete: written beside its destination, then renamed without
/// replacing anything.
///
/// The destination holds nothing or the complete file, whatever happens.
struct PendingFile {
  /// Where the file will be.
  let path: String
  /// Where it is written: a name of its own in the same directory.
  let temporaryPath: String

  /// The longest name that file systems allow, in bytes.
  private static let longestName = 255
  private static let suffix = ".partial"

  /// Chooses the temporary name. Nothing is created yet.
  ///
  /// - Throws: `MediaError(.outputExists)` for a destination that exists, `.outputUnavailable` where its folder
  ///   is missing.
  init(for path: String) throws {
    self.path = path
    var status = stat()
    if lstat(path, &status) == 0 {
      throw MediaError(.outputExists, .opening, "the output exists already: \(path)", path: path, code: EEXIST)
    }
    let url = URL(fileURLWithPath: path)
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    let ending = ".\(token)\(Self.suffix)"
    var name = url.lastPathComponent
    while name.utf8.count + ending.utf8.count + 1 > Self.longestName { name.removeLast() }
    temporaryPath = url.deletingLastPathComponent().appendingPathComponent(".\(name)\(ending)").path
  }

  /// Gives the complete file its name.
  ///
  /// - Throws: `MediaError(.outputExists)` when something has taken the name meanwhile.
  func publish() throws {
    var code = csystem_rename_without_replacing(temporaryPath, path)
    if code == EINVAL || code == ENOSYS { code = linkAndUnlink() }
    guard code == 0 else {
      throw MediaError.system(
        code, .finishing, "cannot give the finished file its name \(path)", path: path, fallback: .outputUnavailable)
    }
  }

  func remove() { unlink(temporaryPath) }

  /// For file systems that cannot rename without replacing: a link never replaces either.
  private func linkAndUnlink() -> Int32 {
    guard link(temporaryPath, path) == 0 else { return errno }
    unlink(temporaryPath)
    return 0
  }
}
