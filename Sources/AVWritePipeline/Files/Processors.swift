internal import CSystem

/// The processors that this process may use.
package enum Processors {
  /// The number of processors for the calling thread.
  static var count: Int { max(1, Int(csystem_count_processors())) }

  /// Keeps the calling thread, and all threads made later, on at most `count` processors.
  ///
  /// Code that counts processors to decide how many threads to start sees the smaller number.
  /// - Throws: `JobError` of exit 70 when the system refuses.
  package static func limit(to count: Int) throws(JobError) {
    let number = csystem_limit_processors(Int32(clamping: count))
    if number != 0 { throw JobError(.internalError, "the number of processors cannot be limited (errno \(number))") }
  }
}
