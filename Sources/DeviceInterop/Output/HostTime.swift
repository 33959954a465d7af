internal import Glibc

/// The host's clock.
enum HostTime {
  /// The time now, in nanoseconds of `CLOCK_MONOTONIC`.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
