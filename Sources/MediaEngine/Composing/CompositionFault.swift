import CoreMedia

/// A rule that the segments of a composition's track break, and the first segment that breaks it, by its index.
package enum CompositionFault: Error, Hashable, Sendable {
  /// The segment does not begin at the end of the one before, or the first segment does not begin at time zero.
  case notContiguous(Int)
  /// The duration in the composition is not a positive number.
  case targetDuration(Int)
  /// The start in the media is not a number, or negative.
  case sourceStart(Int)
  /// The duration in the media is not a positive number.
  case sourceDuration(Int)
}

extension CompositionFault: CustomStringConvertible {
  /// The fault in one sentence without its full stop.
  package var description: String {
    switch self {
    case .notContiguous(0): "segment 0 does not begin at time zero"
    case .notContiguous(let index): "segment \(index) does not begin at the end of the one before"
    case .targetDuration(let index): "the duration of segment \(index) in the composition is not a positive number"
    case .sourceStart(let index): "the start of segment \(index) in its media is not a number, or negative"
    case .sourceDuration(let index): "the duration of segment \(index) in its media is not a positive number"
    }
  }
}

extension CompositionMap {
  /// Returns the first fault of segments; `nil` if they follow the rules for a track (CO-02 to CO-05).
  package static func fault(in segments: [Segment]) -> CompositionFault? {
    var end = CMTime.zero
    for (index, segment) in segments.enumerated() {
      let (source, target) = (segment.source, segment.target)
      guard target.start.isNumeric, target.start == end else { return .notContiguous(index) }
      guard target.duration.isNumeric, target.duration > .zero else { return .targetDuration(index) }
      if !segment.isEmpty {
        guard source.start.isNumeric, source.start >= .zero else { return .sourceStart(index) }
        guard source.duration.isNumeric, source.duration > .zero else { return .sourceDuration(index) }
      }
      end = target.end
    }
    return nil
  }
}
