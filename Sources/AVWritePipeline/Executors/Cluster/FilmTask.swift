internal import Glibc

/// A task that encodes a share of a film's segments, or encodes its sound, or, as the last one, joins them.
///
/// The last task runs the job as a single machine would: it uses the segments and the sound that exist, and encodes
/// those that do not. So a lost part costs time, but does not change the result.
final class FilmTask: ClusterWork {
  private let film: ClusterPlan.Film
  private let folder: ClusterFolder
  private let attempt: ClusterFolder.Attempt
  private let part: ClusterPlan.Film.Part
  /// A Boolean value that says whether an earlier beginning has joined the film.
  private let isDone: Bool
  private let cancellation = CancellationRelay()

  /// - Throws: `JobError` of exit 66 or 69 where this machine does not see the same input.
  init(
    _ film: ClusterPlan.Film, _ folder: ClusterFolder, _ attempt: ClusterFolder.Attempt, on node: ClusterNode
  ) throws(JobError) {
    (self.film, self.folder, self.attempt) = (film, folder, attempt)
    part = film.part(of: attempt.task)
    isDone = !folder.endedJobs(before: attempt).isEmpty
    guard let mark = ClusterPlan.Film.mark(of: film.description.input), mark == (film.inputSize, film.inputTime) else {
      throw JobError(
        .clusterUnavailable, "\(node.name) does not see the same \(film.description.input)",
        hint: "all nodes must share the folder of the input, which must not change")
    }
  }

  func run(_ log: ClusterLog) throws(JobError) -> Int32? {
    switch part {
    case .share(let share, let pass):
      try SegmentShareJob(
        film.description, in: film.journal,
        share: SegmentWork.Share(index: share, count: film.shareCount, pass: pass),
        reportingTo: { log.write(.job(1, .progress($0))) }
      ).run()
    case .sound: try SoundJob(film.description, in: film.journal, reportingTo: { log.write(.job(1, $0)) }).run()
    case .joining: if !isDone { return join(log) }
    }
    return nil
  }

  private func join(_ log: ClusterLog) -> Int32? {
    if tellPublished(log) { return nil }
    let transcode = TranscodeJob(
      film.description, sharesOutputs: true, journalKey: film.key,
      willPublish: { [folder, attempt] result, path throws(JobError) in
        if let publication = FilmPublication(result, at: path) { try folder.note(publication, by: attempt) }
      },
      events: { [self] event in
        // Another beginning of the task was faster.
        if case .error(let error) = event, error.code == .outputExists, tellPublished(log) { return }
        log.write(.job(1, event))
      })
    _ = cancellation.passing(to: { transcode.cancel(signal: $0) }) { transcode.run() }
    return cancellation.signal
  }

  /// Reports the result of an earlier attempt, if the output is the file of that attempt. Removes the journal, which
  /// that attempt may have left.
  ///
  /// - Returns: `false` where there is no such file.
  private func tellPublished(_ log: ClusterLog) -> Bool {
    let output = film.description.renditions[0].output
    guard let result = folder.readPublications().lazy.compactMap({ $0.result(at: output) }).first else { return false }
    if let destination = try? Destination(path: output, replaces: true, sources: []) {
      SegmentJournal.removeAbandoned(for: destination)
    }
    log.write(.job(1, .result(result)))
    return true
  }

  func cancel(signal: Int32) {
    // The files of finished parts stay for the next attempt. An unfinished file is removed with its folder.
    if part != .joining { JobExit.interrupted(by: signal).endProcess() }
    cancellation.cancel(signal: signal)
  }
}

extension ClusterPlan.Film {
  /// Returns the size of a file in bytes and the time of its last change in nanoseconds, or nil if it is not there.
  static func mark(of path: String) -> (size: Int64, time: Int64)? {
    guard let status = stat(path: path, followingLinks: true) else { return nil }
    return (Int64(status.st_size), status.changeTime)
  }
}
