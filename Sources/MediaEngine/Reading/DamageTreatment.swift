/// The treatment of damaged media by the readers of a session.
///
/// Unless damage is left out, making a reader fails if the configuration is unusable or the tables contradict each
/// other.
package enum DamageTreatment: Sendable {
  /// Making a reader fails if samples of its track are missing anywhere; other damage ends reading at its position.
  /// This is for callers who want to know before a long job that it can be completed.
  case requiresAllSamples
  /// Damage ends reading at its position: everything before it can be read.
  case endsReading
  /// Damaged media is left out, and reported by the readers' `lostTimeRanges`.
  case isLeftOut
}
