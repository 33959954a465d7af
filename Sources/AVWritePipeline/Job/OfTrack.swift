/// A value for one track of the source: `N:VALUE`.
public struct OfTrack<Value> {
  /// The identifier of the track.
  public var track: Int32
  public var value: Value

  /// Reads a track's value as it is written. The text is a whole number, a colon and a value.
  ///
  /// - Parameter read: a closure that makes the value from the text after the colon. It returns `nil` for a text that
  ///   is none.
  /// - Returns: `nil` for another text.
  public init?(argument: String, read: (String) -> Value?) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let track = Int32(parts[0]), let value = read(String(parts[1])) else { return nil }
    self.track = track
    self.value = value
  }

  init(track: Int32, value: Value) {
    self.track = track
    self.value = value
  }
}

extension OfTrack: Sendable where Value: Sendable {}
