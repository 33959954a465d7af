internal import Foundation
internal import MediaSupport

/// The output as a transaction: the destination's name holds what it held before, or the whole new file.
///
/// It is used by one thread at a time. A transaction that goes away unpublished leaves nothing.
final class OutputTransaction {
  let destination: Destination
  private let directory: PrivateDirectory

  /// - Parameters:
  ///   - fileExtension: the extension of the unfinished file's name, without its dot.
  ///   - isShared: true where other machines may make the same file at the same time.
  /// - Throws: `JobError` of exit 73 or 74.
  init(_ destination: Destination, fileExtension: String, isShared: Bool = false) throws(JobError) {
    self.destination = destination
    directory = try PrivateDirectory(beside: destination.name, in: destination.folder, isShared: isShared)
    // The name is short, so that names which the writer derives from it stay within the file system's limit.
    filePath = directory.path + "/output." + fileExtension
  }

  /// The path at which the writer makes the file.
  let filePath: String

  /// A folder on the destination's file system for everything else that the job must store.
  var temporaryFolder: String { directory.path }

  /// Gives the finished file its name.
  ///
  /// - Throws: `JobError` of exit 73 when the name was taken meanwhile, or of 73 or 74 when the system refuses.
  func publish() throws(JobError) {
    guard chmod(filePath, directory.fileMode) == 0 else {
      throw .output(errno, "\(destination.path): cannot set the file's permissions")
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

  /// Throws if the folder was taken away meanwhile: the system's own message would name a file that nobody knows.
  ///
  /// - Throws: `JobError` of exit 73.
  func requireFolder() throws(JobError) {
    guard !directory.isThere else { return }
    throw JobError(
      .outputUnavailable, "\(destination.path): its folder was removed, moved or emptied while the job ran",
      hint: "nothing was written; run the command again")
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
        .outputUnavailable, "\(destination.path): the file system cannot rename without replacing",
        hint: "--force allows it to replace a file")
    default: throw .output(number, "\(destination.path): cannot rename the temporary file")
    }
  }
}
