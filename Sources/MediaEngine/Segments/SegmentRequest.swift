package import CoreMedia
import MediaInterop
package import MediaSupport

/// A request to encode a track's pictures in segments, several at once.
package struct SegmentRequest: Sendable, Equatable {
  /// The encoding: H.264 of a constant quality, or with targets that several passes reach.
  package var encoding: VideoSettings
  /// A Boolean value that says whether several passes over the segments bring all pictures to the encoding's targets.
  package var makesPasses = false
  /// The greatest number of bits that the pictures may have after several passes; `nil` for the average bit rate over
  /// their duration.
  package var bits: Double?
  /// The form in which the pictures are decoded for the encoder.
  package var pictures = PictureRequest()
  /// The layout that the pictures are given before they are encoded, and the pictures that are drawn over each of them;
  /// nil where they stay as they are decoded.
  package var layout: PictureLayout?
  package var stills: [StillLayer] = []
  /// The level of the decoded pictures over time, on the asset's timeline.
  package var levels = PictureLevels()
  /// The path of an existing folder for encoded segments. Whole segments that lie there from before are taken as they
  /// are: they have to be of the same source and settings, and one reader at a time uses the folder.
  package var folder: String
  /// The ticks a second of the encoded pictures' times, as the writer's track will have them; 0 for the writer's own
  /// choice.
  package var mediaTimeScale: Int32 = 0
  /// The time that those times are counted from: the writer's session start.
  package var sessionStart = CMTime.zero
  /// The number of processors that are kept busy, as far as memory allows. The encoded pictures do not depend on it.
  package var processorCount = Processors.count
  /// The number of bytes that encoders and decoders may hold together; one encoder works in any case.
  package var memoryLimit = MemoryBound.byteCount
  /// The number of bytes that the decoder of one segment's pictures holds, about.
  var decoderByteCount = 0
  /// The share of the segments that is encoded and given; all of them when nil.
  package var share: SegmentShare?
  /// The wanted distance of cuts.
  package var step = SegmentPlan.usualStep

  package init(encoding: VideoSettings, folder: String) {
    self.encoding = encoding
    self.folder = folder
  }

  /// The targets of the passes; `nil` where each segment is encoded once.
  var targets: PassTargets? { makesPasses ? PassTargets(encoding) : nil }

  /// Returns whether parts of a stream can be encoded apart: not every picture is a key frame, no receiver's buffer goes
  /// through them all, and the encoding has no target that all pictures have to reach together, unless several passes
  /// bring them there. The container needs an index, since each part is read by itself, and no picture may be shown
  /// twice, as several edits can.
  package static func canSplit(
    _ encoding: VideoSettings, inPasses makesPasses: Bool, _ track: SourceTrack, of source: any AssetInformation
  ) -> Bool {
    guard source.isIndexed, !track.isComposed, encoding.codec == .h264, encoding.h264.receiverBuffer == nil,
      encoding.keyFrameInterval != 1
    else { return false }
    return makesPasses || PassTargets(encoding) == nil
  }
}
