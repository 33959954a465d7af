import MediaEngine

extension AVAssetReader {
  /// What was noticed and did not stop reading, one sentence each: leading pictures that cannot be decoded,
  /// trailing bytes that are not media. Any thread.
  public var warnings: [String] { outputs.flatMap { $0.sampleReader?.warnings ?? [] } }

  /// Whether reading goes on behind what is damaged, as far as the container can be followed; `false` by default, where
  /// damage ends reading with an error. Before `startReading()`.
  ///
  /// What is left out is not vended and not replaced: what follows keeps its time. Each output's `lostTimeRanges` tell
  /// what is missing. Errors of the system and of servers still end reading.
  public var continuesAfterDamage: Bool {
    get { goesOnAfterDamage }
    set { goesOnAfterDamage = newValue }
  }
}
