/// What becomes of a job whose input is damaged.
public enum DamagePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// It ends with an error, and there is no output.
  case fail
  /// What is readable is kept, at its own times, and what is not is listed.
  case salvage
}
