extension JobPasses {
  /// What a job does one after the other: sound is measured first where its loudness is to change.
  init(for plans: [Plan]) {
    guard !plans.leveledTracks.isEmpty else {
      self.init(costs: [1], areKnown: true)
      return
    }
    let measuring = plans.leveledTracks.reduce(0.0) { $0 + ($1.track.seconds(of: $1.plan) ?? 1) }
    let encoding = plans.reduce(0) { $0 + $1.work }
    // Measuring sound foretells how long sound takes, and not how long pictures do.
    let encodesPictures = plans.flatMap(\.tracks).contains { if case .encodeVideo = $0.action { true } else { false } }
    self.init(costs: [max(measuring, .leastNonzeroMagnitude), encoding], areKnown: !encodesPictures)
  }
}
