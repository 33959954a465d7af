internal import Glibc

/// A clock that measures a job, in time that passes and in processor time.
struct JobClock {
  private let start = ContinuousClock.now
  private let processorStart = JobClock.processorTime

  var wallSeconds: Double { start.secondsAgo }
  var processorSeconds: Double { Self.processorTime - processorStart }

  /// The seconds for which all of the process's threads have run.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension ContinuousClock.Instant {
  /// The seconds since that instant.
  var secondsAgo: Double { (ContinuousClock.now - self) / .seconds(1) }
}
