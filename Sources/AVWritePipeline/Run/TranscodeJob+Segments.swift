internal import Foundation
internal import MediaSupport

/// The journals of jobs that encode in segments. A job that was stopped leaves its journal, and is resumed from it.
extension TranscodeJob {
  /// Returns the key of a job's journal: of the input, the settings and the program.
  static func journalKey(of job: JobDescription, _ rendition: Rendition, from input: InputFile) -> String {
    ContentKey(source: input.state, rendition, of: job).text
  }

  /// Opens the journal of a job that encodes in segments. For other jobs, removes journals left for their outputs.
  ///
  /// - Parameter key: the journal's key, or nil if it follows from the files of this machine.
  /// - Throws: `JobError` of exit 73 or 74.
  static func journal(
    of job: JobDescription, _ plans: [Plan], to targets: [RenditionTarget], from input: InputFile, key: String?
  ) throws(JobError) -> SegmentJournal? {
    for target in targets {
      guard case .file(let transaction) = target else { continue }
      if let rendition = job.renditions.first, plans.count == 1, plans[0].parallelism == .segment {
        let key = key ?? journalKey(of: job, rendition, from: input)
        return try SegmentJournal(for: transaction.destination, key: key)
      }
      SegmentJournal.removeAbandoned(for: transaction.destination)
    }
    return nil
  }
}

extension InputFile {
  /// A digest of the file's identity, its last change, and the program that reads it: with others, segments may differ.
  fileprivate var state: ContentDigest {
    var digest = ContentDigest()
    let marks = [url.path, "/proc/self/exe"].map { path -> String in
      guard let status = stat(path: path, followingLinks: true) else { return "" }
      let time = status.st_mtim
      return "\(status.st_dev):\(status.st_ino):\(status.st_size):\(time.tv_sec):\(time.tv_nsec)"
    }
    Array(marks.joined(separator: " ").utf8).withUnsafeBytes { digest.update($0) }
    return digest
  }
}
