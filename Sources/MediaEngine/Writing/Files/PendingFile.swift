import Foundation
import MediaSupport

/// A file that gets its final name when it is complete. It is written under a temporary name, then renamed without
/// replacing anything, so the destination holds either nothing or the complete file, whatever happens.
///
/// A file that is playable at any time while it is written, as a fragmented movie is, has its final name from the
/// start.
struct PendingFile {
  /// The final path of the file.
  let path: String
  /// The path at which the file is written: a temporary one, or `path`.
  let temporaryPath: String

  /// A Boolean value that says whether an existing file with that name is replaced.
  private let replaces: Bool

  private static let suffix = ".partial"

  /// Chooses the temporary name. Nothing is created yet.
  ///
  /// - Parameters:
  ///   - directory: the directory of the unfinished file; `nil` for the destination's.
  ///   - replaces: a Boolean value that says whether an existing file is replaced when this one is complete.
  /// - Throws: `MediaError(.outputExists)` for a destination that exists and may not be replaced, or is no regular
  ///   file; `.outputUnavailable` if its folder is missing or the name is not possible there.
  init(for path: String, in directory: String? = nil, replacing replaces: Bool = false) throws {
    try Self.refuseExisting(path, butFiles: replaces)
    self.path = path
    self.replaces = replaces
    let url = URL(fileURLWithPath: path)
    let token = String(UInt64.random(in: .min ... .max), radix: 36)
    let name = FileName.hidden(url.lastPathComponent, ending: ".\(token)\(Self.suffix)")
    let folder = directory.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? url.deletingLastPathComponent()
    temporaryPath = folder.appendingPathComponent(name).path
  }

  /// Makes a file that is written under its final name.
  ///
  /// - Throws: `MediaError(.outputExists)` if the file exists.
  init(inPlace path: String) throws {
    try Self.refuseExisting(path, butFiles: false)
    self.path = path
    replaces = false
    temporaryPath = path
  }

  private static func refuseExisting(_ path: String, butFiles replaces: Bool) throws {
    var status = stat()
    if lstat(path, &status) == 0 {
      if replaces, status.st_mode & S_IFMT == S_IFREG { return }
      throw MediaError(.outputExists, .opening, "the output exists already: \(path)", path: path, code: EEXIST)
    }
    // Errors such as a name that is too long, or a folder that is none, are reported before anything is written.
    let code = errno
    if code != ENOENT {
      throw MediaError.system(
        code, .opening, "the output cannot be created: \(path)", path: path, fallback: .outputUnavailable)
    }
  }

  /// The directory of the unfinished file.
  var directory: String { URL(fileURLWithPath: temporaryPath).deletingLastPathComponent().path }

  private var isInPlace: Bool { temporaryPath == path }

  /// Gives the complete file its final name.
  ///
  /// - Throws: `MediaError(.outputExists)` if another file has taken the name meanwhile and may not be replaced.
  func publish() throws {
    if isInPlace { return }
    var code = giveName()
    // The temporary directory may be on another file system.
    if code == EXDEV { code = try moveBesideDestination() }
    guard code == 0 else {
      throw MediaError.system(
        code, .finishing, "cannot give the finished file its name \(path)", path: path, fallback: .outputUnavailable)
    }
  }

  private func giveName() -> Int32 {
    guard replaces else { return FileName.give(path, to: temporaryPath) }
    return rename(temporaryPath, path) == 0 ? 0 : errno
  }

  /// Copies the file to its destination's file system and gives the copy the name.
  private func moveBesideDestination() throws -> Int32 {
    let beside = try PendingFile(for: path, replacing: replaces)
    do {
      try FileManager.default.copyItem(atPath: temporaryPath, toPath: beside.temporaryPath)
    } catch {
      beside.remove()
      throw MediaError(
        .inputOutput, .finishing, "cannot copy the finished file to \(path): \(error.localizedDescription)", path: path)
    }
    let code = beside.giveName()
    if code != 0 { beside.remove() }
    remove()
    return code
  }

  /// Removes the unfinished file. A file that is written in place stays: the file at its path may be another writer's.
  func remove() {
    if !isInPlace { unlink(temporaryPath) }
  }
}
