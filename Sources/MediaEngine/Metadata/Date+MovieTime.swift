package import Foundation

extension Date {
  /// The seconds from the beginning of 1904, from which movies count, to the beginning of 2001.
  fileprivate static let macintoshEpoch = 3_061_152_000.0

  /// - Parameter movieTime: seconds since the beginning of 1904 (ISO 14496-12, 8.2.2).
  package init(movieTime: UInt64) { self.init(timeIntervalSinceReferenceDate: Double(movieTime) - Self.macintoshEpoch) }
}

extension UInt64 {
  /// Makes the whole seconds since the beginning of 1904; `nil` for a date before it.
  package init?(movieDate: Date) {
    self.init(exactly: (movieDate.timeIntervalSinceReferenceDate + Date.macintoshEpoch).rounded())
  }
}
