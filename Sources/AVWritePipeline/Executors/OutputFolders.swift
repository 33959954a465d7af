internal import Foundation
internal import Synchronization

/// The folders that a batch makes for its outputs. It may be used from any thread.
final class OutputFolders: Sendable {
  /// The paths of the folders that were made, outer ones before those in them.
  private let made = Mutex<[String]>([])

  /// Makes the missing folders of a job's outputs.
  ///
  /// - Throws: `JobError` of exit 73 or 74.
  func make(for job: JobDescription) throws(JobError) {
    for rendition in job.renditions {
      // One job makes folders at a time, so that each folder is noted before those in it.
      try made.withLock { (made) throws(JobError) in try Folder.make(rendition.output.folder) { made.append($0) } }
    }
  }

  /// Removes the folders that stayed empty.
  func removeEmpty() {
    for path in made.withLock({ $0 }).reversed() { rmdir(path) }
  }
}
