package import CoreMedia
import MediaEngine

/// A converter that lets texts, and other timed data, begin and end within the part that is wanted.
package struct ClippedTexts: SampleConverter {
  private let part: CMTimeRange
  private var clipped: CMSampleBuffer?

  /// - Parameters:
  ///   - track: the track whose samples are copied.
  ///   - part: the wanted part of its timeline.
  /// - Returns: nil for pictures, sound and time code, of which an edit list shows the part.
  package init?(_ track: AVAssetTrack, to part: CMTimeRange) {
    guard track.information.mediaType.isCuttable else { return nil }
    self.part = part
  }

  package mutating func add(_ sample: CMSampleBuffer) { clipped = sample.cut(to: part) }
  package mutating func finish() {}
  package mutating func next() -> CMSampleBuffer? { clipped.take() }
}
