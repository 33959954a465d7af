internal import Foundation
internal import Synchronization

extension BatchBoard {
  /// The state of the whole batch.
  var overview: BatchOverview {
    // The state's arrays are read in place: a copy of them would make the next job that ends copy them once more.
    let (jobs, running, queue, workers) = state.withLock { state in
      let jobs = batch.jobs.indices.map { place in
        BatchForecast.Job(
          kind: batch.jobs[place].description.input.kind, size: sizes[place], work: state.works[place].work,
          state: state.forecastState(of: place))
      }
      return (jobs, state.running.sorted { $0.key < $1.key }, state.queue.counts, state.workers)
    }
    let forecast = BatchForecast(jobs, workers: workers)
    return BatchOverview(
      running: running.map { place, job in
        BatchOverview.Running(
          job: place + 1, input: batch.jobs[place].description.input, progress: job.progress)
      },
      total: batch.jobs.count, done: queue.done, skipped: queue.skipped, failed: queue.failed,
      fraction: forecast.fraction, secondsLeft: forecast.secondsLeft)
  }
}

extension BatchBoard.State {
  fileprivate func needsAppraisal(_ place: Int) -> Bool {
    queue.endings[place] == nil && running[place] == nil && works[place].isPending
  }

  fileprivate func forecastState(of place: Int) -> BatchForecast.State {
    if let job = running[place] {
      return .running(
        fraction: job.progress?.fraction ?? 0, seconds: job.start.secondsAgo, left: job.progress?.secondsLeft)
    }
    guard let ending = queue.endings[place] else { return .waiting }
    return ending.state == .skipped ? .skipped : .ended(seconds: seconds[place] ?? 0)
  }
}

extension BatchBoard {
  /// The number of jobs that are appraised between two overviews, so small that running jobs lose no noticeable time.
  private static let appraisalCount = 8

  /// Finds out the work of some further jobs: those that begin next. A running job tells its work itself.
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
  /// The work of the job's plan.
  ///
  /// It is nil if the job could not begin, and for an input that can be read only once, such as a pipe or a resource on
  /// a server.
  var work: Double? {
    guard refusal == nil, (try? InputFile(path: description.input))?.identity != nil else { return nil }
    return (try? TranscodeJob(description).plan())?.work
  }
}

extension String {
  /// The name for files that are alike: the file's extension in small letters.
  var kind: String { (self as NSString).pathExtension.lowercased() }
}
