internal import AVWritePipeline

extension JobDescription {
  /// Creates the job of a command that keeps samples as they are.
  ///
  /// - Throws: `JobError` of exit 64.
  init(
    _ input: String, _ edit: CopyingEdit, _ output: String, _ file: FileOptions, _ running: RunningOptions,
    replaces: Bool
  ) throws(JobError) {
    var rendition = Rendition(output: output)
    (rendition.format, rendition.file, rendition.replaces) = (file.format, file.choice, replaces)
    self.init(input: input, renditions: [rendition])
    self.edit = edit
    if running.realTime { throw JobError(.usage, "--real-time drops pictures, and samples are copied here") }
    take(running)
  }

  /// Applies the options that are for the job as a whole, and not for its renditions.
  ///
  /// - Throws: `JobError` of exit 64.
  mutating func take(_ time: TimeOptions, _ running: RunningOptions) throws(JobError) {
    self.time = time.selection
    isRealTime = running.realTime
    take(running)
    if isRealTime, !renditions.contains(where: \.video.encodes) {
      throw JobError(.usage, "--real-time needs video that is encoded: it drops pictures to keep up")
    }
  }

  private mutating func take(_ running: RunningOptions) {
    damagePolicy = running.onDamage
    temporaryDirectory = running.tempDir
  }
}
