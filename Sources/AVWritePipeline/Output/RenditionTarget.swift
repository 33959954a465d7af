internal import Foundation

/// The target of a rendition: a file, as a transaction, or a stream.
enum RenditionTarget {
  case file(OutputTransaction)
  case stream(StreamOutput)

  /// The name of the output in sentences.
  var name: String {
    switch self {
    case .file(let transaction): transaction.destination.path
    case .stream: String.pathOfStandardOutput.outputName
    }
  }

  /// The file's transaction, or nil for a stream.
  private var transaction: OutputTransaction? {
    if case .file(let transaction) = self { transaction } else { nil }
  }

  /// A folder for everything else that the job must store; for a file, on the file's own file system.
  var temporaryFolder: String {
    switch self {
    case .file(let transaction): transaction.temporaryFolder
    case .stream: NSTemporaryDirectory()
    }
  }

  /// The number of bytes that were written.
  var byteCount: Int64 {
    switch self {
    case .file(let transaction): Int64(stat(path: transaction.filePath, followingLinks: false)?.st_size ?? 0)
    case .stream(let output): output.byteCount
    }
  }

  /// - Throws: The errors of `OutputTransaction.requireFolder()`.
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

  /// Gives the files of targets their names: all of them, or none. A stream has no name to get.
  ///
  /// - Throws: The errors of `OutputTransaction.publish(_:)`.
  static func publish(_ targets: [RenditionTarget]) throws(JobError) {
    try OutputTransaction.publish(targets.compactMap(\.transaction))
  }

  /// Removes the output, where that is possible.
  func discard() {
    if case .file(let transaction) = self { transaction.discard() }
  }
}
