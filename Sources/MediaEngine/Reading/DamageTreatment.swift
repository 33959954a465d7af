/// The treatment of damaged media by the readers of a session.
///
/// A configuration that is of no use, and tables that contradict each other, fail a reader as it is made, unless damage
/// is left out.
package enum DamageTreatment: Sendable {
  /// A track of which samples are missing fails a reader as it is made, wherever they are; other damage ends reading
  /// where it is. It is for whoever wants to know before a long work that it can be done.
  case requiresAllSamples
  /// Damage ends reading where it is: what lies before it can be read.
  case endsReading
  /// Damaged media is left out, and told by the readers' `lostTimeRanges`.
  case isLeftOut
}
