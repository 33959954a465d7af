/// The ending of a job whose input is damaged.
public enum DamagePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The job ends with an error, and there is no output.
  case fail
  /// Readable media is kept at its own times, and the rest is listed.
  case salvage
}
