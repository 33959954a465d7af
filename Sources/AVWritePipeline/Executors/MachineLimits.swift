internal import MediaSupport

/// The bounds that a command sets for this process: they change how a job is shared out, and never what it makes.
package enum MachineLimits {
  /// Shares work among `count` processors. It is called before any thread is started: threads inherit their maker's
  /// processors.
  ///
  /// - Throws: `JobError` of exit 70 when the system refuses.
  package static func limitProcessors(to count: Int) throws(JobError) {
    do throws(MediaError) {
      try Processors.limit(to: count)
    } catch {
      throw JobError(.internalError, "\(error)")
    }
  }

  /// Limits the memory that plans use to a size, instead of the machine's memory.
  package static func limitMemory(to size: ByteCount) { MemoryBound.limit(to: Int(size.bytes)) }
}
