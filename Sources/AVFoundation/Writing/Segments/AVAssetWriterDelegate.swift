public import Foundation

/// Receives the segments of a writer that writes no file (AW-70).
///
/// Both methods are optional: implement one. The one with a report is called; where it is not implemented, it calls the
/// other (AW-71). They are called on a thread of the writer's, one segment after the other, and the writer waits.
public protocol AVAssetWriterDelegate: NSObjectProtocol, Sendable {
  /// A segment is complete.
  ///
  /// - Parameters:
  ///   - segmentData: the segment's bytes. The first segment is the initialization, without which no other can be read.
  ///   - segmentReport: the facts about the segment that a playlist needs. It is `nil` for the initialization (AW-78).
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?)

  /// A segment is complete: the same without a report.
  func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType)
}

extension AVAssetWriterDelegate {
  /// Calls the one without a report.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
    segmentReport: AVAssetSegmentReport?
  ) {
    assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
  }

  /// Does nothing.
  public func assetWriter(
    _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
  ) {}
}
