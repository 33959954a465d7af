/// The part of the source that is transcoded, counted from the source's earliest presented sample.
public struct TimeSelection: Sendable, Hashable, Codable {
  /// The end of the part: a point on the timeline, or a duration from the start.
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

  /// A Boolean value that says whether all of the source is wanted.
  var isWhole: Bool { start == nil && end == nil }
}
