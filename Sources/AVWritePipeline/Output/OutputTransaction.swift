internal import Foundation

/// The output as a transaction: the destination has either its former content or the complete new file.
///
/// It is used by one thread at a time. A transaction that is released without publishing leaves no files.
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
  /// - Throws: The errors of `publish(_:)`.
  func publish() throws(JobError) { try Self.publish([self]) }

  /// Gives finished files their names: all of them, or none.
  ///
  /// - Throws: `JobError` of exit 73 when a name was taken meanwhile, or of 73 or 74 when the system refuses.
  static func publish(_ transactions: [OutputTransaction]) throws(JobError) {
    for transaction in transactions where chmod(transaction.filePath, transaction.directory.fileMode) != 0 {
      throw .output(errno, "\(transaction.destination.path): cannot set the file's permissions")
    }
    try Publication.publish(transactions.map { Publication.File(destination: $0.destination, path: $0.filePath) })
    for transaction in transactions { transaction.directory.remove() }
  }

  /// Throws if the folder was removed meanwhile: the system's own message would name a temporary file that users do not
  /// know.
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
}
