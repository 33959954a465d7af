/// Foretells when a batch ends, from how long its jobs took and how large their inputs are: a pure value.
///
/// A job's work is about in proportion to the size of its input, and inputs of one kind are alike: what is known of a kind
/// foretells the rest of it.
struct BatchForecast {
  /// One job, at the moment of asking.
  struct Job {
    /// What tells inputs that are alike: the extension of the name, in small letters.
    var kind: String
    /// Bytes of the input.
    var size: Double
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

  private let jobs: [Job]
  private let workers: Int
  /// Seconds that a unit of work takes, of each kind and of all.
  private let paces: [String: Double]
  private let pace: Double?

  /// - Parameters:
  ///   - jobs: in the order in which they begin.
  ///   - workers: how many run at once.
  init(_ jobs: [Job], workers: Int) {
    (self.jobs, self.workers) = (jobs, max(1, workers))
    var spent: [String: (seconds: Double, work: Double)] = [:]
    for job in jobs {
      guard let (seconds, share) = job.state.spent else { continue }
      spent[job.kind, default: (0, 0)].seconds += seconds
      spent[job.kind, default: (0, 0)].work += share * job.work
    }
    paces = spent.compactMapValues { $0.work > 0 ? $0.seconds / $0.work : nil }
    let whole = spent.values.reduce((0, 0)) { ($0.0 + $1.seconds, $0.1 + $1.work) }
    pace = whole.1 > 0 ? whole.0 / whole.1 : nil
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
    for case (let job, .running(let fraction, _, let left)) in jobs.map({ ($0, $0.state) }) {
      give(left ?? job.work * (1 - fraction) * (paces[job.kind] ?? pace))
    }
    for job in jobs {
      if case .waiting = job.state { give(job.work * (paces[job.kind] ?? pace)) }
    }
    return free.max()
  }
}

extension BatchForecast.Job {
  /// In units that are alike for all kinds until their paces are known.
  fileprivate var work: Double { max(size, 1) * (Self.uncompressed.contains(kind) ? Self.uncompressedWork : 1) }

  /// Linear PCM is ten times as large as what else a second of sound is.
  private static let uncompressed: Set = ["aif", "aifc", "aiff", "au", "caf", "w64", "wav"]
  private static let uncompressedWork = 0.1
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

  /// The seconds that were spent, and on how much of the job.
  fileprivate var spent: (seconds: Double, share: Double)? {
    switch self {
    case .waiting, .skipped: nil
    case .running(let fraction, let seconds, let left):
      // A job that foretells its end knows more than its beginning tells.
      left.map { (seconds + $0, 1) } ?? (fraction > 0 ? (seconds, fraction) : nil)
    case .ended(let seconds): (seconds, 1)
    }
  }
}
