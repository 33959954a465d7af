package import CoreMedia
import MediaInterop
package import MediaSupport

/// A request to encode a track's pictures in segments, several of them concurrently.
package struct SegmentRequest: Sendable, Equatable {
  /// The encoding: H.264 of a constant quality, or with targets for several passes.
  package var encoding: VideoSettings
  /// A Boolean value that says whether several passes over the segments bring all pictures to the encoding's targets.
  package var makesPasses = false
  /// The greatest number of bits that the pictures may have after several passes; `nil` for the average bit rate over
  /// their duration.
  package var bits: Double?
  /// The form in which the pictures are decoded for the encoder.
  package var pictures = PictureRequest()
  /// The layout that is applied to the pictures before they are encoded, and the pictures that are drawn over each of
  /// them; `nil` if they stay as they are decoded.
  package var layout: PictureLayout?
  package var stills: [StillLayer] = []
  /// The level of the decoded pictures over time, on the asset's timeline.
  package var levels = PictureLevels()
  /// The path of an existing folder for encoded segments. Complete segments that it already contains are used
  /// unchanged, so they must belong to the same source and settings. Only one reader at a time may use the folder.
  package var folder: String
  /// The number of ticks a second of the encoded pictures' times, as in the writer's track; 0 if the writer chooses it.
  package var mediaTimeScale: Int32 = 0
  /// The time from which the encoded pictures' times are counted: the writer's session start.
  package var sessionStart = CMTime.zero
  /// The number of processors that should be busy, as far as memory allows. The encoded pictures do not depend on it.
  package var processorCount = Processors.count
  /// The number of bytes that all encoders and decoders together may hold; one encoder works in any case.
  package var memoryLimit = MemoryBound.byteCount
  /// The approximate number of bytes that the decoder of one segment's pictures holds.
  var decoderByteCount = 0
  /// The share of the segments to encode and return; `nil` for all of them.
  package var share: SegmentShare?
  /// The wanted distance between cuts.
  package var step = SegmentPlan.usualStep

  package init(encoding: VideoSettings, folder: String) {
    self.encoding = encoding
    self.folder = folder
  }

  /// The targets of the passes; `nil` if each segment is encoded once.
  var targets: PassTargets? { makesPasses ? PassTargets(encoding) : nil }

  /// Returns whether parts of a stream can be encoded separately. Not every picture may be a key frame, and no
  /// receiver's buffer may be modelled over the whole stream. A target that all pictures must reach together needs
  /// several passes. The container needs an index, since each part is read separately, and no picture may be shown
  /// twice, as with several edits.
  package static func canSplit(
    _ encoding: VideoSettings, inPasses makesPasses: Bool, _ track: SourceTrack, of source: any AssetInformation
  ) -> Bool {
    guard source.isIndexed, !track.isComposed, encoding.codec == .h264, encoding.h264.receiverBuffer == nil,
      encoding.keyFrameInterval != 1
    else { return false }
    return makesPasses || PassTargets(encoding) == nil
  }
}
