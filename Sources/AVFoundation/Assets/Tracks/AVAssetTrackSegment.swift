public import CoreMedia
public import Foundation

/// A stretch of a track's timeline, and the part of the track's media that it shows.
public class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  // Sendable: a constant.

  /// The mapping from the media's timeline, the source, to the track's, the target. Durations differ where the media is
  /// shown faster or slower than it was recorded.
  public let timeMapping: CMTimeMapping

  init(_ timeMapping: CMTimeMapping) { self.timeMapping = timeMapping }

  /// A Boolean value that says whether the segment shows nothing: it is an empty edit.
  public var isEmpty: Bool { !timeMapping.source.start.isNumeric }

  /// Segments are the same where their mappings are.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAssetTrackSegment)?.timeMapping == timeMapping
  }
  public override var hash: Int { timeMapping.hashValue }
}
