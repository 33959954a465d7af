import MediaEngine

extension AVAssetReader {
  /// The problems that were noticed and did not stop reading, one sentence each: leading pictures that cannot be
  /// decoded, trailing bytes that are not media. Any thread.
  public var warnings: [String] { outputs.flatMap { $0.sampleReader?.warnings ?? [] } }

  /// A Boolean value that says whether reading continues after damage, as long as the container can be parsed. It is
  /// `false` by default: damage ends reading with an error. Set it before `startReading()`.
  ///
  /// Damaged samples are not vended and not replaced: the samples that follow keep their times. Each output's
  /// `lostTimeRanges` tell which ones are missing. Errors of the system and of servers still end reading.
  public var continuesAfterDamage: Bool {
    get { goesOnAfterDamage }
    set { goesOnAfterDamage = newValue }
  }

  /// A Boolean value that says whether reading starts only if a movie's file has all samples of each track that is
  /// read, including those outside of the time range. It is `false` by default: a truncated movie is read up to the
  /// first missing sample. Set it before `startReading()`.
  ///
  /// Whoever reads all of a file for a long work learns so at its start that it cannot be done. It has no effect where
  /// reading goes on after damage, nor in containers without tables of samples.
  public var requiresAllSamples: Bool {
    get { needsAllSamples }
    set { needsAllSamples = newValue }
  }
}
