internal import Foundation

/// The ends of a job: its places before, and its files after.
extension TranscodeJob {
  /// - Throws: `JobError` of exit 64, 69, 73 or 74.
  static func transactions(
    for job: JobDescription, sparing source: FileIdentity?
  ) throws(JobError) -> [OutputTransaction] {
    var destinations: [Destination] = []
    return try job.renditions.map { (rendition) throws(JobError) in
      let destination = try Destination(path: rendition.output, replaces: rendition.file.replaces, source: source)
      let container = try Planner.container(for: rendition)
      if let other = destinations.first(where: { $0.isSamePlace(as: destination) }) {
        throw JobError(.usage, "\(rendition.output): is \(other.path), which another rendition is written to")
      }
      destinations.append(destination)
      return try OutputTransaction(destination, fileExtension: container.rawValue)
    }
  }

  /// - Throws: `JobError` of exit 65 or 80.
  static func verify(
    _ rendition: Rendition, _ writer: RenditionWriter, losses: [Loss], input: String
  ) throws(JobError) -> JobResult.Output {
    let tally = writer.tally.snapshot
    let path = writer.transaction.filePath
    let tracks = try Verifier(plan: writer.plan, tally: tally, path: path, input: input).verify(
      rendition.file.verification)
    return JobResult.Output(
      path: rendition.output, bytes: Int64(stat(path: path, followingLinks: false)?.st_size ?? 0),
      verification: rendition.file.verification, tracks: tracks, losses: losses,
      ledger: writer.plan.ledger.noting(tally, of: writer.plan.tracks).noting(losses, of: writer.plan.tracks))
  }

  /// Gives all files their names.
  ///
  /// - Throws: `JobError` of exit 73 or 74, which says what has its name already.
  static func publish(_ transactions: [OutputTransaction]) throws(JobError) {
    var published: [String] = []
    for transaction in transactions {
      do throws(JobError) {
        try transaction.publish()
      } catch {
        guard !published.isEmpty else { throw error }
        var error = error
        let complete = "complete and in place: \(published.joined(separator: ", "))"
        error.hint = error.hint.map { "\($0); \(complete)" } ?? complete
        throw error
      }
      published.append(transaction.destination.path)
    }
  }
}
