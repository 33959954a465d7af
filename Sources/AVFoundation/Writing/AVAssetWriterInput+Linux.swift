public import CoreMedia
import MediaEngine
import MediaSupport
import Synchronization

extension AVAssetWriterInput {
  /// The number of samples that the client expects to append. It is 0 by default, for an unknown number.
  ///
  /// With `AVAssetWriter.shouldOptimizeForNetworkUse` the number decides how much room is reserved for the movie's
  /// tables, so that the media need not be moved at the end. A wrong number costs time or a few bytes, nothing else.
  public var expectedSampleCount: Int {
    get { state.withLock { $0.configuration.plannedSampleCount } }
    set { configure { $0.plannedSampleCount = max(0, newValue) } }
  }

  /// The number of samples that the track's codec has finished. Samples that were appended and wait for an encoder, or
  /// are inside it, are not counted. So this number, and not that of appended samples, shows the progress of the work.
  /// It is 0 before writing starts. Any thread.
  public var encodedSampleCount: Int { track?.encoded.sampleCount ?? 0 }

  /// The latest decode time of those samples, counted from the session's start. It is zero before the first one. Any
  /// thread.
  public var encodedTime: CMTime { CMTime(value: track?.encoded.time ?? 0, timescale: 1_000_000_000) }

  /// The name of the track's handler in a movie (`hdlr`), which many programs use as the track's name. With an empty
  /// one, the default, it is the media type's own. Other files have no such name.
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
  /// The result of encoding in several passes.
  public struct MultiPassReport: Sendable, Hashable {
    /// The number of passes, the first included.
    public var passCount: Int
    /// The number of bytes of all encoded pictures.
    public var encodedByteCount: Int64
    /// The mean structural similarity of all pictures by x264's own measure, and that of the worst part.
    public var averageSSIM: Double
    public var minimumSSIM: Double
    /// The size and the similarity that the first pass alone reached.
    public var firstPassByteCount: Int64
    public var firstPassSSIM: Double
    /// The number of pictures that the later passes encoded again, each counted as often as it was. Compared with the
    /// number of all pictures it tells the cost of those passes.
    public var repeatedSampleCount: Int
    /// A Boolean value that says whether all targets of the settings were reached. If it is `false`, the file has the
    /// nearest result.
    public var reachesTargets: Bool
    /// A Boolean value that says whether the pictures are as good as they get, however many more bytes they might have.
    public var reachesBestQuality: Bool
  }

  /// The result of the passes. It is `nil` before the track is complete, and for an input that makes one pass.
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
