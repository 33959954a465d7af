/// A forecast of when a batch ends, from the times that its jobs took and the work of the remaining ones: a pure value.
///
/// The pace of the known jobs of one kind of input is used to predict the rest of that kind. The figures of a running
/// job count in proportion to the work that is done, because the beginning of a job says little. If a job's plan is not
/// known yet, its work is assumed to be proportional to the size of its input.
struct BatchForecast {
  /// One job, at the moment of asking.
  struct Job {
    /// The name for inputs that are alike: the file's extension in small letters.
    var kind: String
    /// The size of the input, in bytes.
    var size: Double
    /// The work of the job's plan, in any unit, or nil if it is not known.
    var work: Double?
    var state: State
  }

  enum State {
    case waiting
    /// - fraction: the share of the job that is done.
    /// - seconds: the seconds since it began.
    /// - left: the seconds left by the job's own forecast.
    case running(fraction: Double, seconds: Double, left: Double?)
    /// - seconds: the seconds that it took.
    case ended(seconds: Double)
    /// The job had nothing to do.
    case skipped
  }

  private let jobs: [(kind: String, work: Double, state: State)]
  private let workers: Int
  /// The seconds that a unit of work takes, for each kind and for all.
  private let paces: [String: Double]
  private let pace: Double?

  /// - Parameters:
  ///   - jobs: the jobs, in the order in which they begin.
  ///   - workers: the number of jobs that run at once.
  init(_ jobs: [Job], workers: Int) {
    let scale = WorkScale(jobs)
    self.workers = max(1, workers)
    self.jobs = jobs.map { ($0.kind, $0.work ?? scale.work(of: $0), $0.state) }
    var spent: [String: (seconds: Double, work: Double, share: Double)] = [:]
    for job in self.jobs {
      guard let seconds = job.state.seconds, let share = job.state.share else { continue }
      let (before, work) = (spent[job.kind] ?? (0, 0, 0), share * job.work)
      spent[job.kind] = (before.seconds + share * seconds, before.work + work, before.share + share)
    }
    let whole = spent.values.reduce((0, 0)) { ($0.0 + $1.seconds, $0.1 + $1.work) }
    let pace = whole.1 > 0 ? whole.0 / whole.1 : nil
    self.pace = pace
    paces = spent.compactMapValues { kind in
      pace.flatMap { pace in
        // A kind's own pace counts as far as one whole job of it is done.
        let trust = min(kind.share, 1)
        return kind.work > 0 ? trust * kind.seconds / kind.work + (1 - trust) * pace : nil
      }
    }
  }

  /// The work of each job, known or taken from its size.
  var works: [Double] { jobs.map(\.work) }

  /// The share of the work that is done, from 0 to 1. Skipped jobs are no work.
  var fraction: Double {
    var (done, whole) = (0.0, 0.0)
    for job in jobs {
      guard let share = job.state.share else { continue }
      // Work is weighed in seconds where these are known, so that each kind counts by the time that it takes.
      let weight = job.work * (paces[job.kind] ?? pace ?? 1)
      done += share * weight
      whole += weight
    }
    return whole > 0 ? min(done / whole, 1) : 1
  }

  /// The seconds to the end, or nil while nothing can be said.
  var secondsLeft: Double? {
    guard let pace else { return nil }
    // The times at which the workers are free for the next job, in seconds from now.
    var free = Array(repeating: 0.0, count: workers)
    func give(_ seconds: Double) {
      guard let worker = free.indices.min(by: { free[$0] < free[$1] }) else { return }
      free[worker] += seconds
    }
    for job in jobs {
      guard case .running(let fraction, _, let left) = job.state else { continue }
      let usual = job.work * (1 - fraction) * (paces[job.kind] ?? pace)
      give(left.map { fraction * $0 + (1 - fraction) * usual } ?? usual)
    }
    for job in jobs {
      if case .waiting = job.state { give(job.work * (paces[job.kind] ?? pace)) }
    }
    return free.max()
  }
}

/// The work for each byte of an input, from the jobs whose work is known.
private struct WorkScale {
  /// The work for a byte, for each kind and for all.
  private let ofKinds: [String: Double]
  private let ofAll: Double

  init(_ jobs: [BatchForecast.Job]) {
    var known: [String: (work: Double, size: Double)] = [:]
    var all = (work: 0.0, size: 0.0)
    for job in jobs {
      guard let work = job.work else { continue }
      known[job.kind, default: (0, 0)].work += work
      known[job.kind, default: (0, 0)].size += max(job.size, 1)
      all.work += work
      all.size += job.comparableSize
    }
    ofKinds = known.mapValues { $0.work / $0.size }
    ofAll = all.work > 0 ? all.work / all.size : 1
  }

  func work(of job: BatchForecast.Job) -> Double {
    ofKinds[job.kind].map { $0 * max(job.size, 1) } ?? ofAll * job.comparableSize
  }
}

extension BatchForecast.Job {
  /// The size in bytes, scaled to be comparable between kinds.
  fileprivate var comparableSize: Double {
    max(size, 1) * (MediaNames.uncompressed.contains(kind) ? Self.uncompressedShare : 1)
  }

  /// Linear PCM is ten times as large as other files for the same duration of sound.
  private static let uncompressedShare = 0.1
}

extension BatchForecast.State {
  /// The share of the job that is done, or nil if it had nothing to do.
  fileprivate var share: Double? {
    switch self {
    case .waiting: 0
    case .running(let fraction, _, _): fraction
    case .ended: 1
    case .skipped: nil
    }
  }

  /// The seconds that the whole job takes, as far as they can be foretold.
  fileprivate var seconds: Double? {
    switch self {
    case .waiting, .skipped: nil
    case .running(let fraction, let seconds, let left):
      left.map { seconds + $0 } ?? (fraction > 0 ? seconds / fraction : nil)
    case .ended(let seconds): seconds
    }
  }
}
