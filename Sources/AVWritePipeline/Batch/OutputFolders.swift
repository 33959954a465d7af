internal import Foundation
internal import Synchronization

/// The folders that a batch makes for its outputs. May be used from any thread.
final class OutputFolders: Sendable {
  /// From the outermost inwards.
  private let made = Mutex<[String]>([])

  /// Makes those of a job's outputs that are missing.
  ///
  /// - Throws: `JobError` of exit 73 or 74.
  func make(for job: JobDescription) throws(JobError) {
    for rendition in job.renditions {
      // One job at a time, so that each folder is noted before what is made in it.
      try made.withLock { (made) throws(JobError) in try Folder.make(rendition.output.folder) { made.append($0) } }
    }
  }

  /// Removes those in which nothing came to be.
  func removeEmpty() {
    for path in made.withLock({ $0 }).reversed() { rmdir(path) }
  }
}
