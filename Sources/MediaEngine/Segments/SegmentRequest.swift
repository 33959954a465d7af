package import CoreMedia
import MediaInterop

/// How a track's pictures are encoded in segments, several at once.
package struct SegmentRequest: Sendable, Equatable {
  /// H.264 of a constant quality.
  package var encoding: VideoEncoding
  /// How the pictures are vended that are encoded.
  package var pictures = PictureRequest()
  /// An existing folder for encoded segments. What lies there whole from before is taken as it is: it has to be of the
  /// same source and settings, and one reader at a time uses it.
  package var folder: String
  /// Ticks a second of the encoded pictures' times, as the writer's track will have them; 0 for the writer's own choice.
  package var mediaTimeScale: Int32 = 0
  /// What those times are counted from: the writer's session start.
  package var sessionStart = CMTime.zero
  /// How many segments are encoded at once. The encoded pictures do not depend on it.
  package var workerCount = 1
  /// How far apart cuts are wanted.
  package var step = SegmentPlan.usualStep

  package init(encoding: VideoEncoding, folder: String) {
    self.encoding = encoding
    self.folder = folder
  }

  /// Whether parts of a stream can be encoded apart: what is asked for is nothing that all pictures have to reach
  /// together, and not every picture is a key frame. The container needs an index, since each part is read by itself, and no
  /// picture is shown twice, as several edits can.
  package static func canSplit(_ encoding: VideoEncoding, _ track: SourceTrack, of source: SourceInformation) -> Bool {
    guard source.probe.isIndexed, !track.isComposed,
      encoding.codec == .h264, encoding.maximumBitRate == nil, encoding.targetSSIM == nil,
      encoding.leastSSIM == nil, encoding.keyFrameInterval != 1
    else { return false }
    if case .averageBitRate = encoding.rateControl { return false }
    return true
  }
}
