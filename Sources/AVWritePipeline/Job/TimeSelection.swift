/// The part of the source that is wanted, from its earliest presented sample.
public struct TimeSelection: Sendable, Hashable, Codable {
  /// Where the wanted part ends: at an instant, or so long after its start.
  public enum End: Sendable, Hashable, Codable {
    case at(TimePoint)
    case after(TimePoint)
  }

  public var start: TimePoint?
  public var end: End?

  public init(start: TimePoint? = nil, end: End? = nil) {
    self.start = start
    self.end = end
  }

  /// Whether all of the source is wanted.
  var isWhole: Bool { start == nil && end == nil }
}
