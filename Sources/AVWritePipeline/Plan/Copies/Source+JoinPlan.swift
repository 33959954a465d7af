internal import AVFoundation

extension Source {
  /// Decides for each copied track which inputs are encoded, so that they can follow the first one.
  func planJoin(of plan: inout Plan) {
    for index in plan.tracks.indices where plan.tracks[index].action == .copy {
      let inputs = seams.encodedInputs(of: plan.tracks[index].source.id)
      plan.tracks[index].encodedInputs = inputs
      if let reason = inputs.reason(of: joined.count) { plan.tracks[index].reason = reason }
    }
  }
}

extension Plan {
  /// A Boolean value that says whether some inputs of copied tracks are encoded.
  var encodesInputs: Bool { tracks.contains { !$0.encodedInputs.isEmpty } }
}

extension TrackPlan {
  /// The duration of all inputs that are encoded, in seconds.
  var encodedSeconds: Double { encodedInputs.reduce(0) { $0 + $1.seconds } }
}

extension [EncodedInput] {
  /// The inputs that a sentence names.
  private static let named = 3

  /// Returns the reason for the plan in a few words, or nil if everything is copied.
  ///
  /// - Parameter count: the number of all inputs.
  fileprivate func reason(of count: Int) -> String? {
    if isEmpty { return nil }
    let differences = prefix(Self.named).map { "\($0.name) has \($0.difference)" }
    let rest = self.count > Self.named ? ["and \(self.count - Self.named) more"] : []
    return "\(self.count) of \(count) inputs \(self.count == 1 ? "is" : "are") encoded: "
      + (differences + rest).joined(separator: "; ")
  }
}
