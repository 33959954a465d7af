internal import Foundation
internal import Synchronization

extension BatchRunner {
  /// Where all stands.
  public var overview: BatchOverview {
    let (queue, running, seconds, works) = state.withLock { ($0.queue, $0.running, $0.seconds, $0.works) }
    let progress = running.mapValues { $0.job?.progress }
    let forecast = BatchForecast(
      batch.jobs.indices.map { place in
        let state: BatchForecast.State
        if let job = running[place] {
          let progress = progress[place] ?? nil
          state = .running(
            fraction: progress?.fraction ?? 0, seconds: job.start.secondsAgo, left: progress?.secondsLeft)
        } else if let ending = queue.endings[place] {
          state = ending.state == .skipped ? .skipped : .ended(seconds: seconds[place] ?? 0)
        } else {
          state = .waiting
        }
        return BatchForecast.Job(
          kind: batch.jobs[place].description.input.kind, size: sizes[place], work: works[place] ?? nil, state: state)
      }, workers: batch.workerCount)
    let endings = queue.endings.compactMap { $0 }
    let failed = endings.count { $0.exit != .complete }
    let skipped = endings.count { $0.state == .skipped }
    return BatchOverview(
      running: running.keys.sorted().map { place in
        BatchOverview.Running(
          job: place + 1, input: batch.jobs[place].description.input, progress: progress[place] ?? nil)
      },
      total: batch.jobs.count, done: endings.count - failed - skipped, skipped: skipped, failed: failed,
      fraction: forecast.fraction, secondsLeft: forecast.secondsLeft)
  }
}

extension BatchRunner {
  /// What is looked at between two overviews takes no time from the jobs that can be felt.
  private static let appraisalCount = 8

  /// Finds out what work some further jobs are, those that begin first. One that runs tells it itself.
  func appraise() {
    let (endings, running, works) = state.withLock { ($0.queue.endings, $0.running, $0.works) }
    let places = batch.jobs.indices.lazy.filter { endings[$0] == nil && running[$0] == nil && works[$0] == nil }
    for place in places.prefix(Self.appraisalCount) {
      let work = batch.jobs[place].work
      state.withLock { $0.works[place] = .some(work) }
    }
  }
}

extension BatchJob {
  /// What its plan is in work. Nil where it could not begin, and where nothing can be known without reading: a pipe is read
  /// once, and a server is asked once.
  fileprivate var work: Double? {
    guard refusal == nil, (try? InputFile(path: description.input))?.identity != nil else { return nil }
    return (try? TranscodeJob(description).plan())?.work
  }
}

extension String {
  /// What tells files that are alike: the extension of the name, in small letters.
  fileprivate var kind: String { (self as NSString).pathExtension.lowercased() }
}
