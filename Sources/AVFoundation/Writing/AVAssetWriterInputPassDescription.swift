import CoreMedia
public import Foundation

/// The parts of the source that a pass over it needs.
public final class AVAssetWriterInputPassDescription: NSObject, @unchecked Sendable {
  // Sendable: a constant that nobody changes.

  /// The ranges of the source to append in this pass, `CMTimeRange`s; the first pass needs everything from zero on
  /// (WI-74).
  public let sourceTimeRanges: [NSValue]

  init(_ ranges: [CMTimeRange]) { sourceTimeRanges = ranges.map { NSValue(timeRange: $0) } }

  /// All of the source.
  static var everything: AVAssetWriterInputPassDescription {
    AVAssetWriterInputPassDescription([CMTimeRange(start: .zero, duration: .positiveInfinity)])
  }
}
