internal import Foundation
internal import MediaSupport

/// The output as a transaction: the destination's name holds what it held before, or the whole new file.
///
/// Used by one thread at a time. A transaction that goes away unpublished leaves nothing.
final class OutputTransaction {
  let destination: Destination
  private let directory: PrivateDirectory

  /// - Parameter fileExtension: what the unfinished file's name ends with, without its dot.
  /// - Throws: `JobError` of exit 73 or 74.
  init(_ destination: Destination, fileExtension: String) throws(JobError) {
    self.destination = destination
    directory = try PrivateDirectory(beside: destination.name, in: destination.folder)
    // Short, so that names which the writer derives from it stay within the file system's limit.
    filePath = directory.path + "/output." + fileExtension
  }

  /// Where the writer puts the file.
  let filePath: String

  /// A folder on the destination's file system for whatever else the job must store.
  var temporaryFolder: String { directory.path }

  /// Gives the finished file its name.
  ///
  /// - Throws: `JobError` of exit 73 when the name was taken meanwhile, or of 73 or 74 when the system refuses.
  func publish() throws(JobError) {
    guard chmod(filePath, directory.fileMode) == 0 else {
      throw .output(errno, "\(destination.path): cannot set the file's mode")
    }
    if destination.replaces {
      guard rename(filePath, destination.resolvedPath) == 0 else {
        throw .output(errno, "\(destination.path): cannot be replaced")
      }
    } else {
      try publishWithoutReplacing()
    }
    directory.remove()
  }

  /// Refuses to go on where the folder was taken away meanwhile: the system's own words would be about a file that
  /// nobody has heard of.
  ///
  /// - Throws: `JobError` of exit 73.
  func requireFolder() throws(JobError) {
    guard !directory.isThere else { return }
    throw JobError(
      .outputUnavailable, "\(destination.path): its folder was removed, moved or emptied while the job ran",
      hint: "nothing was written; run it again")
  }

  /// Removes everything the job wrote.
  func discard() { directory.remove() }

  private func publishWithoutReplacing() throws(JobError) {
    let number = FileName.give(destination.resolvedPath, to: filePath)
    switch number {
    case 0: return
    case EEXIST: throw destination.exists
    case ENOTSUP:
      throw JobError(
        .outputUnavailable, "\(destination.path): the file system cannot give a name without replacing",
        hint: "--force allows replacing")
    default: throw .output(number, "\(destination.path): cannot be given its name")
    }
  }
}
