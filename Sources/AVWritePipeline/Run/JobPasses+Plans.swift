extension JobPasses {
  /// Creates the passes of a job. Sound is measured first where its loudness is to change, and inputs that differ are
  /// encoded first where others are copied.
  init(for plans: [Plan]) {
    if plans.contains(where: \.encodesInputs) {
      // Encoding foretells nothing of the time that copying takes.
      self.init(costs: [plans.encodingWork, plans.work], areKnown: false)
      return
    }
    let leveled = plans.leveledTracks
    guard !leveled.isEmpty else {
      self.init(costs: [1], areKnown: true)
      return
    }
    let measuring = leveled.reduce(0.0) { $0 + ($1.track.seconds(of: $1.plan) ?? 1) }
    // The time of measuring sound predicts the time of encoding sound, and not that of encoding pictures.
    self.init(
      costs: [max(measuring, .leastNonzeroMagnitude), plans.work], areKnown: plans.allSatisfy { $0.parallelism == nil })
  }
}
