internal import Foundation
internal import Synchronization

extension BatchRunner {
  /// Where all stands.
  public var overview: BatchOverview {
    let progress = state.withLock { $0.running }.compactMapValues { $0.job?.progress }
    // What is kept of each job stays where it is: a copy would be one of all, and the next job to end would make another.
    let (jobs, running, queue) = state.withLock { state in
      let jobs = batch.jobs.indices.map { place in
        BatchForecast.Job(
          kind: batch.jobs[place].description.input.kind, size: sizes[place], work: state.works[place].work,
          state: state.forecastState(of: place, progress[place]))
      }
      return (jobs, state.running.keys.sorted(), state.queue.counts)
    }
    let forecast = BatchForecast(jobs, workers: batch.workerCount)
    return BatchOverview(
      running: running.map { place in
        BatchOverview.Running(
          job: place + 1, input: batch.jobs[place].description.input, progress: progress[place])
      },
      total: batch.jobs.count, done: queue.done, skipped: queue.skipped, failed: queue.failed,
      fraction: forecast.fraction, secondsLeft: forecast.secondsLeft)
  }
}

extension BatchRunner.State {
  fileprivate func needsAppraisal(_ place: Int) -> Bool {
    queue.endings[place] == nil && running[place] == nil && works[place].isPending
  }

  fileprivate func forecastState(of place: Int, _ progress: Progress?) -> BatchForecast.State {
    if let job = running[place] {
      return .running(
        fraction: progress?.fraction ?? 0, seconds: job.start.secondsAgo, left: progress?.secondsLeft)
    }
    guard let ending = queue.endings[place] else { return .waiting }
    return ending.state == .skipped ? .skipped : .ended(seconds: seconds[place] ?? 0)
  }
}

extension BatchRunner {
  /// What is looked at between two overviews takes no time from the jobs that can be felt.
  private static let appraisalCount = 8

  /// Finds out what work some further jobs are, those that begin first. One that runs tells it itself.
  func appraise() {
    let places = state.withLock { state in
      var places: [Int] = []
      for place in batch.jobs.indices where state.needsAppraisal(place) {
        places.append(place)
        if places.count == Self.appraisalCount { break }
      }
      return places
    }
    for place in places {
      let work = batch.jobs[place].work
      state.withLock { $0.works[place] = .done(work) }
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
