internal import Foundation
internal import MediaSupport

/// The journals of jobs that encode in segments, which a job that was stopped leaves and goes on from.
extension TranscodeJob {
  /// Opens the journal of a job that encodes in segments. For other jobs, removes journals left for their outputs.
  ///
  /// - Throws: `JobError` of exit 73 or 74.
  static func journal(
    of job: JobDescription, _ plans: [Plan], to targets: [RenditionTarget], from input: InputFile
  ) throws(JobError) -> SegmentJournal? {
    for target in targets {
      guard case .file(let transaction) = target else { continue }
      if let rendition = job.renditions.first, plans.count == 1, plans[0].parallelism == .segment {
        let key = ContentKey(source: input.state, rendition, of: job)
        return try SegmentJournal(for: transaction.destination, key: key.text)
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
