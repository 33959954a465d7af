internal import Foundation
internal import MediaSupport

/// A job of a batch as it is done: without the outputs that are there already. Nothing is written for it.
enum PreparedJob {
  /// What is to be made, and the names of those outputs that are there.
  case transcode(JobDescription, found: [String])
  /// All outputs are there, under these names.
  case finished([String])

  /// - Parameter finished: what earlier runs made; nil where that is not looked at, and outputs carry nothing.
  /// - Throws: `JobError` of exit 66 for the input, and what is known against the job.
  init(_ job: BatchJob, sparing finished: FinishedOutputs?) throws(JobError) {
    if let refusal = job.refusal { throw refusal }
    var description = job.description
    let input = try InputFile(path: description.input)
    var found: [String] = []
    if let finished, let source = try input.digest() {
      description.renditions = []
      for rendition in job.description.renditions {
        let key = ContentKey(source: source, rendition, of: job.description)
        if let path = finished.find(key, of: rendition, from: description.input) {
          found.append(path)
        } else {
          description.renditions.append(rendition.carrying(key))
        }
      }
    }
    self = description.renditions.isEmpty ? .finished(found) : .transcode(description, found: found)
  }
}

extension InputFile {
  /// The digest of the content; nil for what can be read but once, or is not on this machine.
  func digest() throws(JobError) -> ContentDigest? {
    guard images != nil || identity != nil else { return nil }
    var digest = ContentDigest()
    for file in images?.files ?? [url] { try digest.update(contentOf: file.path) }
    return digest
  }
}
