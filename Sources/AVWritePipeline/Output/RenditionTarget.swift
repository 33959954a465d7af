internal import Foundation

/// Where a rendition goes: into a file, as a transaction, or to a stream.
enum RenditionTarget {
  case file(OutputTransaction)
  case stream(StreamOutput)

  /// As the user names it.
  var path: String {
    switch self {
    case .file(let transaction): transaction.destination.path
    case .stream: StreamOutput.path
    }
  }

  /// A folder for whatever else the job must store: on the file's own file system.
  var temporaryFolder: String {
    switch self {
    case .file(let transaction): transaction.temporaryFolder
    case .stream: NSTemporaryDirectory()
    }
  }

  /// How many bytes were written.
  var byteCount: Int64 {
    switch self {
    case .file(let transaction): Int64(stat(path: transaction.filePath, followingLinks: false)?.st_size ?? 0)
    case .stream(let output): output.byteCount
    }
  }

  /// - Throws: as `OutputTransaction.requireFolder()`.
  func requireFolder() throws(JobError) {
    if case .file(let transaction) = self { try transaction.requireFolder() }
  }

  /// Gives the file, which has no name yet, the times of another.
  ///
  /// - Throws: `JobError` of exit 73 or 74.
  func keep(_ times: FileTimes) throws(JobError) {
    if case .file(let transaction) = self { try times.set(transaction.filePath) }
  }

  /// Gives the file, which has no name yet, an attribute.
  func mark(_ attribute: FileAttribute, _ text: String) {
    if case .file(let transaction) = self { attribute.set(text, of: transaction.filePath) }
  }

  /// - Throws: as `OutputTransaction.publish()`.
  func publish() throws(JobError) {
    if case .file(let transaction) = self { try transaction.publish() }
  }

  /// Removes what was written, where that is possible.
  func discard() {
    if case .file(let transaction) = self { transaction.discard() }
  }
}
