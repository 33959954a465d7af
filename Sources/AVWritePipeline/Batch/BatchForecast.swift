/// Foretells when a batch ends, from how long its jobs took and what work the others are: a pure value.
///
/// Inputs of one kind are alike: what is known of a kind foretells the rest of it. What a job tells of itself, and of its
/// kind, counts as much as it has done of its work: its beginning tells little. Where a job's plan is not known yet, its
/// work is about in proportion to the size of its input.
struct BatchForecast {
  /// One job, at the moment of asking.
  struct Job {
    /// What tells inputs that are alike: the extension of the name, in small letters.
    var kind: String
    /// Bytes of the input.
    var size: Double
    /// What its plan is in work, in any unit; nil where that is not known.
    var work: Double?
    var state: State
  }

  enum State {
    case waiting
    /// - fraction: of it that is done.
    /// - seconds: since it began.
    /// - left: seconds that it foretells itself.
    case running(fraction: Double, seconds: Double, left: Double?)
    /// - seconds: that it took.
    case ended(seconds: Double)
    /// Nothing was to be done.
    case skipped
  }

  private let jobs: [(kind: String, work: Double, state: State)]
  private let workers: Int
  /// Seconds that a unit of work takes, of each kind and of all.
  private let paces: [String: Double]
  private let pace: Double?

  /// - Parameters:
  ///   - jobs: in the order in which they begin.
  ///   - workers: how many run at once.
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
        // Of one job, as much as is done.
        let trust = min(kind.share, 1)
        return kind.work > 0 ? trust * kind.seconds / kind.work + (1 - trust) * pace : nil
      }
    }
  }

  /// How much of the work is done, from 0 to 1; what is skipped is no work.
  var fraction: Double {
    var (done, whole) = (0.0, 0.0)
    for job in jobs {
      guard let share = job.state.share else { continue }
      // Seconds where they are known, so that kinds count as they take.
      let weight = job.work * (paces[job.kind] ?? pace ?? 1)
      done += share * weight
      whole += weight
    }
    return whole > 0 ? min(done / whole, 1) : 1
  }

  /// Seconds to the end; nil while nothing can be said.
  var secondsLeft: Double? {
    guard let pace else { return nil }
    // When each worker is free for the next job.
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

/// What work the bytes of an input are, by those jobs whose work is known.
private struct WorkScale {
  /// Work of a byte, of each kind and of all.
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
  /// Bytes that are alike for all kinds.
  fileprivate var comparableSize: Double {
    max(size, 1) * (Self.uncompressed.contains(kind) ? Self.uncompressedShare : 1)
  }

  /// Linear PCM is ten times as large as what else a second of sound is.
  private static let uncompressed: Set = ["aif", "aifc", "aiff", "au", "caf", "w64", "wav"]
  private static let uncompressedShare = 0.1
}

extension BatchForecast.State {
  /// How much of the job is done; nil where nothing is to be done.
  fileprivate var share: Double? {
    switch self {
    case .waiting: 0
    case .running(let fraction, _, _): fraction
    case .ended: 1
    case .skipped: nil
    }
  }

  /// How long the whole job takes, as far as that can be said.
  fileprivate var seconds: Double? {
    switch self {
    case .waiting, .skipped: nil
    case .running(let fraction, let seconds, let left):
      left.map { seconds + $0 } ?? (fraction > 0 ? seconds / fraction : nil)
    case .ended(let seconds): seconds
    }
  }
}
