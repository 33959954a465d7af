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
    let name = FileName.hidden(url.lastPathComponent, ending: ".\(token)\(Self.suffix)")
    temporaryPath = url.deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// Gives the complete file its name.
  ///
  /// - Throws: `MediaError(.outputExists)` when something has taken the name meanwhile.
  func publish() throws {
    let code = FileName.give(path, to: temporaryPath)
    guard code == 0 else {
      throw MediaError.system(
        code, .finishing, "cannot give the finished file its name \(path)", path: path, fallback: .outputUnavailable)
    }
  }

  func remove() { unlink(temporaryPath) }
}
