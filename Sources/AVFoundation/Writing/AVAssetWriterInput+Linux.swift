public import CoreMedia
import MediaEngine
import MediaSupport
import Synchronization

extension AVAssetWriterInput {
  /// How many samples the client expects to append; 0, the default, says nothing.
  ///
  /// With `AVAssetWriter.shouldOptimizeForNetworkUse` the room for the movie's tables is reserved from it, so
  /// that the media need not be moved at the end. A wrong number costs time or a few bytes, nothing else.
  public var expectedSampleCount: Int {
    get { state.withLock { $0.configuration.plannedSampleCount } }
    set { configure { $0.plannedSampleCount = max(0, newValue) } }
  }

  /// How many samples have left the track's codec for the file. What was appended and waits for an encoder, or in it, is not
  /// among them: this, and not what was appended, tells how far the work is. 0 before writing starts. Any thread.
  public var encodedSampleCount: Int { track?.encoded.sampleCount ?? 0 }

  /// How far those samples reach: the latest of their decode times, counted from the session's start. Zero before the first.
  /// Any thread.
  public var encodedTime: CMTime { CMTime(value: track?.encoded.time ?? 0, timescale: 1_000_000_000) }

  /// What a movie calls the track's handler (`hdlr`), which many programs use as the track's name; empty, the default, for
  /// the media type's own. Other files have no such name.
  public var handlerName: String {
    get { state.withLock { $0.configuration.handlerName } }
    set { configure { $0.handlerName = newValue } }
  }
}

extension AVAssetWriterInput {
  /// An input whose settings or hint come from a file, where they may be wrong without any mistake of the client's.
  ///
  /// - Throws: `AVError` with the reason for which `init(mediaType:outputSettings:sourceFormatHint:)` would stop the process.
  public static func checked(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription?
  ) throws -> AVAssetWriterInput {
    if let reason = misuse(mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: sourceFormatHint) {
      throw AVError(MediaError(.unsupportedSettings, .opening, reason))
    }
    return AVAssetWriterInput(
      mediaType: mediaType, outputSettings: outputSettings, sourceFormatHint: sourceFormatHint)
  }
}

extension AVAssetWriterInput {
  /// What several passes came to.
  public struct MultiPassReport: Sendable, Hashable {
    /// The first included.
    public var passCount: Int
    /// Of all encoded pictures.
    public var encodedByteCount: Int64
    /// The mean structural similarity of all pictures by x264's own measure, and of the worst part.
    public var averageSSIM: Double
    public var minimumSSIM: Double
    /// The size and the similarity that the first pass alone came to.
    public var firstPassByteCount: Int64
    public var firstPassSSIM: Double
    /// How many pictures the later passes encoded again, each as often as it was: beside all pictures it tells what those
    /// passes cost.
    public var repeatedSampleCount: Int
    /// Whether everything that the settings ask for was reached: where not, the file has what came nearest.
    public var reachesTargets: Bool
    /// Whether the pictures are as good as they get, however many more bytes they might have.
    public var reachesBestQuality: Bool
  }

  /// What the passes came to; `nil` before the track is complete, and for an input that makes one pass.
  public var multiPassReport: MultiPassReport? { track?.passReport.map(MultiPassReport.init) }
}

extension AVAssetWriterInput.MultiPassReport {
  init(_ report: PassReport) {
    self.init(
      passCount: report.passCount, encodedByteCount: Int64((report.bits / 8).rounded()), averageSSIM: report.ssim,
      minimumSSIM: report.worstSSIM, firstPassByteCount: Int64((report.firstBits / 8).rounded()),
      firstPassSSIM: report.firstSSIM, repeatedSampleCount: report.repeatedPictureCount, reachesTargets: report.isMet,
      reachesBestQuality: report.isAtBestQuality)
  }
}
