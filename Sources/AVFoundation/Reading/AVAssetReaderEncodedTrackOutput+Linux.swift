public import CoreMedia
import Foundation
import MediaEngine
import MediaSupport
import Synchronization

/// Vends a video track's pictures encoded as H.264, for a writer's input that stores samples unchanged. Several
/// encoders work at once, each on a segment of the track that it reads and decodes by itself.
///
/// The pictures have a constant quality, or, with `performsMultiPassEncoding`, an average bit rate or a similarity that
/// several passes reach: each pass gives some segments another rate factor, and all of them are encoded before the first
/// sample is vended.
///
/// The vended samples depend on the track, the settings and the reader's time range alone, and not on how many encoders
/// there are. Segments begin near even steps of some twenty seconds, whole intervals between key frames where two of
/// them fit: at the last picture up to the step that the source can be decoded from, and that is less than such an
/// interval before it, or at the step. They are closed and have the same parameter sets, and samples have the decode
/// times that one encoder of all pictures gives them.
///
/// Each segment lies in a file of `segmentDirectory` from when it is encoded on, and stays there: an output of the same
/// track, settings and time range takes those that are whole and encodes the others, and vends the same.
///
/// Reading fails, as the reader's `error` says, where the track is damaged, the folder is missing or its disk is full.
public final class AVAssetReaderEncodedTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: adds constants, and state that a lock protects, to a Sendable class.

  /// The track whose pictures are encoded.
  public let track: AVAssetTrack
  /// The settings by which pictures are encoded, as `AVAssetWriterInput` takes them.
  public let videoSettings: [String: Any]
  /// The folder for the segments' files. It must exist, and is for one output at a time.
  public let segmentDirectory: URL
  private let request: Mutex<SegmentRequest>
  /// The running encoding. It is `nil` before reading starts.
  private let encoding = Mutex<SegmentedEncoding?>(nil)

  /// Returns whether the pictures of a track can be encoded in segments with these settings. They have to ask for H.264
  /// without a maximum bit rate; in one pass they also must not ask for anything that all pictures reach together (an
  /// average bit rate, a similarity). The track's container needs an index, since otherwise each segment would be read
  /// from the start of the file. A track whose edit list shows several parts is refused, since a part may be shown
  /// twice. Blocks while the asset's tables are read, if they were not yet.
  ///
  /// - Parameter performsMultiPassEncoding: true for several passes.
  public static func canEncode(
    videoSettings: [String: Any], of track: AVAssetTrack, performsMultiPassEncoding: Bool = false
  ) -> Bool {
    guard track.mediaType == .video, let encoding = try? encoding(videoSettings, of: track),
      let asset = track.asset, let information = try? asset.loadedInformation()
    else { return false }
    return SegmentRequest.canSplit(
      encoding, inPasses: performsMultiPassEncoding, track.information, of: information)
  }

  /// Creates an output of a track. Stops the process for settings that `canEncode` refuses. May block, as that does.
  ///
  /// - Parameter performsMultiPassEncoding: true for several passes, which reach what the settings ask for: an average
  ///   bit rate that is not exceeded, or a similarity (`AVVideoTargetSSIMKey`, `AVVideoMinimumSSIMKey`, where a part is a
  ///   segment).
  public init(
    track: AVAssetTrack, videoSettings: [String: Any], segmentDirectory: URL, performsMultiPassEncoding: Bool = false
  ) {
    if !Self.canEncode(
      videoSettings: videoSettings, of: track, performsMultiPassEncoding: performsMultiPassEncoding)
    {
      raise(.invalidArgument, "pictures of these settings cannot be encoded in segments")
    }
    do {
      var request = SegmentRequest(
        encoding: try Self.encoding(videoSettings, of: track), folder: segmentDirectory.path)
      request.makesPasses = performsMultiPassEncoding
      self.track = track
      self.videoSettings = videoSettings
      self.segmentDirectory = segmentDirectory
      self.request = Mutex(request)
      super.init(Source(track: track, output: .pictures(PictureRequest())))
    } catch {
      raise(.invalidArgument, "\(error)")
    }
  }

  private static func encoding(_ settings: [String: Any], of track: AVAssetTrack) throws -> VideoSettings {
    try VideoOutputSettings(settings, hint: track.information.formatDescriptions.first).encoding
  }

  /// The number of processors that decoding and encoding keep busy, 1 at least: by default all that the process may
  /// use. As many segments are encoded at once as that takes, where the pictures' height decides how many threads each
  /// encoder has. Set it before reading starts.
  public var processorCount: Int {
    get { request.withLock { $0.processorCount } }
    set { configure { $0.processorCount = max(1, newValue) } }
  }

  /// The number of bytes of memory that decoders and encoders may use together. The default is three quarters of the
  /// memory that the machine has and that the control groups of the process allow. To stay below it, fewer segments are
  /// encoded at once, but always at least one. Set it before reading starts.
  public var memoryLimit: Int {
    get { request.withLock { $0.memoryLimit } }
    set { configure { $0.memoryLimit = max(1, newValue) } }
  }

  /// The number of the share of the segments that is encoded and vended, the number of shares, and that of the pass, from
  /// 1: for an output of the same track, settings and folder on each of several machines. Nothing is encoded where
  /// segments of the passes before are missing. All segments are, in all passes, when nil. Set it before reading starts.
  package var share: (index: Int, count: Int, pass: Int)? {
    get { request.withLock { $0.share }.map { ($0.index, $0.count, $0.pass) } }
    set { configure { $0.share = newValue.map { SegmentShare(index: $0.index, count: $0.count, pass: $0.pass) } } }
  }

  /// The greatest number of bytes that all pictures may have after several passes, or nil for the average bit rate over
  /// their duration. Set it before reading starts.
  package var encodedByteLimit: Double? {
    get { request.withLock { $0.bits }.map { $0 / 8 } }
    set { configure { $0.bits = newValue.map { $0 * 8 } } }
  }

  /// The `mediaTimeScale` of the writer's input. It is 0, the default, for none. Set it before reading starts. Stops
  /// the process for a negative one.
  public var mediaTimeScale: CMTimeScale {
    get { request.withLock { $0.mediaTimeScale } }
    set {
      guard newValue >= 0 else { raise(.invalidArgument, "mediaTimeScale must not be negative") }
      configure { $0.mediaTimeScale = newValue }
    }
  }

  /// The source time at which the writer's session starts: zero by default. Set it before reading starts. Stops the
  /// process for a time that is not numeric.
  public var sessionStartTime: CMTime {
    get { request.withLock { $0.sessionStart } }
    set {
      guard newValue.isNumeric else { raise(.invalidArgument, "sessionStartTime must be numeric") }
      configure { $0.sessionStart = newValue }
    }
  }

  /// The number of pictures that were encoded, in all passes, which may be many more than were vended. Any thread.
  public var encodedPictureCount: Int { encoding.withLock { $0 }?.encodedPictureCount ?? 0 }

  /// The result of several passes. It is nil before the first sample is vended, and where one pass is made. Any thread.
  public var multiPassReport: AVAssetWriterInput.MultiPassReport? {
    encoding.withLock { $0 }?.passReport.map(AVAssetWriterInput.MultiPassReport.init)
  }

  /// The number of the present pass, the number of pictures that it has encoded, and the number of pictures that it
  /// will encode. The last one is nil if these are all pictures. The value is nil if only one pass is made. Any thread.
  var passProgress: (pass: Int, encodedCount: Int, pictureCount: Int?)? {
    guard let encoding = encoding.withLock({ $0 }), let progress = encoding.passProgress else { return nil }
    return (progress.pass, encoding.encodedPictureCount - progress.countBefore, progress.pictureCount)
  }

  /// Stops encoding ahead, and returns when nothing is written into `segmentDirectory` any more. Nothing is vended
  /// after it. It must not be called while a copy is running.
  public func stopEncoding() { encoding.withLock { $0 }?.stop() }

  private func configure(_ change: (inout SegmentRequest) -> Void) {
    requireNotStarted("an output that encodes")
    request.withLock { change(&$0) }
  }

  override func open(in session: any AssetSession, timeRange: CMTimeRange) throws -> any SampleReader {
    var request = request.withLock { $0 }
    applyPresentation(to: &request.pictures)
    request.levels = pictureLevels
    (request.layout, request.stills) = state.withLock { ($0.layout, $0.stills) }
    let opened = try session.encoding(of: track.information, request, timeRange: timeRange)
    encoding.withLock { $0 = opened }
    return opened
  }
}
