internal import AVFoundation
internal import Foundation
internal import MediaSupport

/// A batch's job without the outputs that are there already. Preparing it writes nothing.
enum PreparedJob {
  /// The job with the outputs that are to be made, and the names of those that are there.
  case transcode(JobDescription, found: [String])
  /// All outputs are there, under these names. The exit is that of the jobs that made them.
  case finished([String], JobExit)

  /// - Parameters:
  ///   - finished: the outputs of earlier runs, or nil if these are not looked for and outputs carry no key.
  ///   - cancellation: the relay that tells of a cancellation. An input may be large, and a server silent.
  /// - Throws: `JobError` of exit 66 for the input, and for a pipe whose content goes into outputs; the job's own
  ///   refusal; that of requirements that outputs of the job do not meet; and the cancellation.
  init(
    _ job: BatchJob, sparing finished: FinishedOutputs?, until cancellation: CancellationRelay = CancellationRelay()
  ) throws(JobError) {
    if let refusal = job.refusal { throw refusal }
    var description = job.description
    try description.refuseAddedPipe(because: "a batch reads what goes into its outputs more than once")
    let input = try InputFile(path: description.input)
    var found: [String] = []
    var required: [Rendition] = []
    if let finished, let source = try input.digest(until: cancellation) {
      description.renditions = []
      for rendition in job.description.renditions {
        let key = ContentKey(source: source, rendition, of: job.description)
        if let path = finished.find(key, of: rendition, from: description.input) {
          found.append(path)
          if !rendition.requirements.isEmpty { required.append(rendition) }
        } else {
          description.renditions.append(rendition.carrying(key))
        }
      }
    }
    if !required.isEmpty {
      // The key does not depend on the requirements. An output that was made without them still has to meet them by its
      // plan.
      var job = job.description
      job.renditions = required
      let transcode = TranscodeJob(job)
      _ = try cancellation.passing(to: transcode.cancel) { () throws(JobError) in try transcode.plan() }
    }
    self =
      description.renditions.isEmpty
      ? .finished(found, JobExit(storedIn: found)) : .transcode(description, found: found)
  }
}

extension InputFile {
  /// Returns the digest of the content. For an input on a server it is that of its name and the version that the server
  /// says it has. It is nil for an input that can be read only once, or whose server does not tell versions apart.
  ///
  /// - Throws: `JobError` of exit 66, and the cancellation.
  func digest(until cancellation: CancellationRelay = CancellationRelay()) throws(JobError) -> ContentDigest? {
    var digest = ContentDigest()
    if !url.isFileURL {
      guard let version = try version(until: cancellation) else { return nil }
      digest.update(text: "\(name)\n\(version)")
      return digest
    }
    guard images != nil || identity != nil else { return nil }
    for file in images?.files ?? [url] {
      try digest.update(contentOf: file.path, continuing: cancellation.refuseIfCancelled)
    }
    return digest
  }

  /// Asks the server for the version of the input.
  private func version(until cancellation: CancellationRelay) throws(JobError) -> String? {
    let (access, url) = (ServerAccess(), url)
    do {
      return try cancellation.passing(to: { _ in access.cancel() }) { try access.version(of: url) }
    } catch {
      throw cancellation.error ?? JobError(reading: error, of: name)
    }
  }
}
