internal import Foundation
internal import Synchronization

extension BatchRunner {
  /// Where all stands.
  public var overview: BatchOverview {
    let (queue, running, seconds) = state.withLock { ($0.queue, $0.running, $0.seconds) }
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
        return BatchForecast.Job(kind: batch.jobs[place].description.input.kind, size: sizes[place], state: state)
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

extension String {
  /// What tells files that are alike: the extension of the name, in small letters.
  fileprivate var kind: String { (self as NSString).pathExtension.lowercased() }
}
