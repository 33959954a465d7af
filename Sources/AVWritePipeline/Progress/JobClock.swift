internal import Glibc

/// How long a job takes, by the clock and by the processor.
struct JobClock {
  private let start = ContinuousClock.now
  private let processorStart = JobClock.processorTime

  var wallSeconds: Double { start.secondsAgo }
  var processorSeconds: Double { Self.processorTime - processorStart }

  /// Seconds that all of the process's threads have run.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension ContinuousClock.Instant {
  /// Seconds since then.
  var secondsAgo: Double { (ContinuousClock.now - self) / .seconds(1) }
}
