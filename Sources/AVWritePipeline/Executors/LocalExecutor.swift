internal import Foundation

/// An executor whose jobs run on threads of this process.
final class LocalExecutor: JobExecutor {
  private let batch: BatchDescription
  private let finished: FinishedOutputs?
  /// A Boolean value that says whether other machines write into the folders of the outputs.
  private let sharesFolders: Bool
  private let folders = OutputFolders()
  private let cancellation = CancellationRelay()

  /// - Parameters:
  ///   - batch: the batch of the board.
  ///   - neighbours: the outputs of the other parts of a batch that several machines do, or nil if this process does
  ///     the whole batch.
  init(_ batch: BatchDescription, sharingFoldersWith neighbours: Set<String>? = nil) {
    self.batch = batch
    sharesFolders = neighbours != nil
    finished = batch.skipsExisting ? FinishedOutputs(batch, beside: neighbours ?? []) : nil
  }

  /// Encoders of C libraries expect a stack like a main thread's.
  private static let stackSize = 8 << 20

  func run(_ board: BatchBoard) {
    if finished != nil, !sharesFolders { removeAbandoned() }
    let workers = DispatchGroup()
    for number in 1...batch.workerCount {
      workers.enter()
      let thread = Thread { [self] in
        while let place = board.next() { perform(place, of: board) }
        workers.leave()
      }
      thread.name = "avwrite job \(number)"
      thread.stackSize = Self.stackSize
      thread.start()
    }
    workers.wait()
    folders.removeEmpty()
  }

  func cancel(signal: Int32) { cancellation.cancel(signal: signal) }

  func abandon() { folders.removeEmpty() }

  /// Removes temporary files that killed jobs left beside outputs; for complete outputs, no later job would do it.
  private func removeAbandoned() {
    var names: [String: [String]] = [:]
    for rendition in batch.jobs.flatMap(\.description.renditions) {
      names[rendition.output.folder, default: []].append((rendition.output as NSString).lastPathComponent)
    }
    for (folder, names) in names { PrivateDirectory.removeAbandoned(for: names, in: folder) }
  }

  private func perform(_ place: Int, of board: BatchBoard) {
    let (number, job) = (place + 1, batch.jobs[place])
    do throws(JobError) {
      switch try prepare(place) {
      case nil: board.giveBack(place)
      case .finished(let outputs, let exit):
        board.note(.skipped(number, input: job.description.input, outputs: outputs, exit: exit))
      case .transcode(let description, let found):
        for path in found {
          let exit = JobExit(storedIn: [path])
          if exit == .complete { continue }
          board.note(.job(number, .warning("\(path): was made before and ended with \(exit.code), \(exit.meaning)")))
        }
        if !job.folders.isEmpty { try folders.make(for: description) }
        try transcode(description, at: place, of: board)
      }
    } catch {
      board.note(.job(number, .error(error)))
    }
  }

  /// - Returns: The job without the outputs that are there already, or nil if the batch was cancelled before that was
  ///   known.
  private func prepare(_ place: Int) throws(JobError) -> PreparedJob? {
    do {
      return try PreparedJob(batch.jobs[place], sparing: finished, until: cancellation)
    } catch {
      if error.code == .cancelled, cancellation.signal != nil { return nil }
      throw error
    }
  }

  private func transcode(_ description: JobDescription, at place: Int, of board: BatchBoard) throws(JobError) {
    let number = place + 1
    let transcode = TranscodeJob(
      description, sharesProcess: true, sharesOutputs: sharesFolders, jobCount: batch.workerCount
    ) { event in
      // An error is looked at before it counts.
      if case .error = event { return }
      board.note(.job(number, event))
    }
    guard let result = cancellation.passingUnlessCancelled(to: transcode.cancel, during: { transcode.run() }) else {
      return board.giveBack(place)
    }
    guard case .failure(let error) = result else { return }
    // Another process that works on the same batch may have made the output meanwhile.
    guard error.code == .outputExists, finished != nil else { throw error }
    guard let prepared = try prepare(place) else { throw cancellation.error ?? error }
    guard case .finished(let outputs, let exit) = prepared else { throw error }
    board.note(.skipped(number, input: description.input, outputs: outputs, exit: exit))
  }
}
