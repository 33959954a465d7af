internal import AVWritePipeline

extension JobDescription {
  /// Takes the options that are for the job as a whole, and not for its renditions.
  ///
  /// - Throws: `JobError` of exit 64.
  mutating func take(_ time: TimeOptions, _ running: RunningOptions) throws(JobError) {
    self.time = time.selection
    isRealTime = running.realTime
    damagePolicy = running.onDamage
    temporaryDirectory = running.tempDir
    if isRealTime, !renditions.contains(where: \.video.encodes) {
      throw JobError(.usage, "--real-time needs video that is encoded: it drops pictures to keep up")
    }
  }
}
