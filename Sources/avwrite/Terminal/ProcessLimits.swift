internal import AVWritePipeline
internal import Glibc

/// The system's limits for this process. They are checked first, because libraries wait for ever for a thread that they
/// cannot start, and stop the process if they cannot open a file.
enum ProcessLimits {
  /// Checks that the limits are enough for jobs, before any begins.
  ///
  /// - Parameter jobs: the number of jobs that run at once.
  /// - Throws: `JobError` of exit 70 or 74.
  static func require(jobs: Int = 1) throws(JobError) {
    try requireFiles(fileCount * rlim_t(jobs))
    try requireThreads(threadCount * jobs)
  }

  /// The number of files that a job opens: standard streams, locks, events, the output, and the input once for each of
  /// a few tracks, or of a few segments each of which also has its own file.
  private static let fileCount: rlim_t = 24

  private static func requireFiles(_ fileCount: rlim_t) throws(JobError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < fileCount else {
      return
    }
    throw JobError(
      .inputOutput, "only \(limit.rlim_cur) files may be open at once, and \(fileCount) are needed",
      hint: "ulimit -n raises the limit")
  }

  /// The number of threads that a job has: for signals, for timers, for two tracks and their file, up to eight of an
  /// encoder and as many of a decoder.
  private static let threadCount = 21

  /// Starts as many threads as a small job has, and lets them end. Throws if one cannot be started.
  private static func requireThreads(_ threadCount: Int) throws(JobError) {
    var gate = pthread_mutex_t()
    pthread_mutex_init(&gate, nil)
    defer { pthread_mutex_destroy(&gate) }
    var threads: [pthread_t] = []
    var number: Int32 = 0
    withUnsafeMutablePointer(to: &gate) { gate in
      // The lock is held while threads are made, so that all exist at once.
      pthread_mutex_lock(gate)
      while threads.count < threadCount, number == 0 {
        var thread = pthread_t()
        number = pthread_create(
          &thread, nil,
          { gate in
            let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self)
            pthread_mutex_lock(gate!)
            pthread_mutex_unlock(gate!)
            return nil
          }, gate)
        if number == 0 { threads.append(thread) }
      }
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
    }
    guard number != 0 else { return }
    throw JobError(
      .outOfMemory, "only \(threads.count) threads can be started: \(String(cString: strerror(number)))",
      hint: "ulimit -u bounds processes and threads, ulimit -v memory")
  }
}
