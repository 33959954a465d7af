public import CoreMedia
import MediaEngine
import Synchronization

extension AVAssetReaderOutput {
  /// The time ranges of the read part that are missing because of damage, on the asset's timeline, in order. They are
  /// complete once the output was read to its end. The last one has no end if the asset is truncated and does not state
  /// how long it was. The list is empty unless the reader's `continuesAfterDamage` is set. Any thread.
  ///
  /// The ranges are exact to the picture and to the packet of sound. A decoded picture is vended only where it is as it
  /// was encoded: a picture that a decoder patches up is lost, and so are those that may be predicted from it, up to
  /// the next random-access point. Samples as stored are lost where they cannot be read, or their framing is broken;
  /// their contents are not looked at.
  public var lostTimeRanges: [CMTimeRange] { sampleReader?.lostTimeRanges ?? [] }

  /// A Boolean value that says whether interlaced pictures are deinterlaced before they are vended. Each gives one
  /// picture at its own time, made of both its fields and those of its neighbours. The default is `false`: pictures are
  /// vended unchanged, and tagged. Set it before reading starts.
  ///
  /// Pictures that are not marked as interlaced are vended as they are. Reading fails with `.decoderNotFound` where
  /// libavfilter is not installed.
  public var deinterlaces: Bool {
    get { state.withLock { $0.deinterlaces } }
    set {
      requireNotStarted("deinterlaces")
      state.withLock { $0.deinterlaces = newValue }
    }
  }

  /// A Boolean value that says whether the output vends pictures as the track's `preferredTransform` shows them.
  ///
  /// Pictures are turned by multiples of 90 degrees and mirrored; width and height are exchanged by a turn of 90 or 270
  /// degrees. The default is `false`: pictures are vended as they are stored. Set it before reading starts.
  ///
  /// Widths, heights and scaling in `outputSettings` are those of the turned picture. A transform that does more than
  /// turn, mirror and scale changes nothing, and scaling is not applied. Pictures that are turned on their side have as
  /// many samples of colour across as down: 4:2:2 becomes 4:4:4. Interlaced ones are made whole, as by `deinterlaces`.
  /// Reading fails with `.decoderNotFound` where libavfilter is not installed.
  public var appliesPreferredTrackTransform: Bool {
    get { state.withLock { $0.appliesPreferredTrackTransform } }
    set {
      requireNotStarted("appliesPreferredTrackTransform")
      state.withLock { $0.appliesPreferredTrackTransform = newValue }
    }
  }

  /// A Boolean value that says whether the output maps pictures of high dynamic range (PQ and HLG) to BT.709.
  ///
  /// Light brighter than a white of 203 cd/m² is bent below it by the curve of ITU-R BT.2390, and colours outside BT.709 lose
  /// saturation. The default is `false`: pictures keep their range and its tags. Set it before reading starts.
  ///
  /// The brightest light is that of the content light level, else of the mastering display, else 1,000 cd/m². The result is for
  /// screens of a gamma of 2.4 (ITU-R BT.1886), in the pixel format that `outputSettings` ask for. Pictures without high
  /// dynamic range are vended as they are.
  public var mapsTonesToStandardRange: Bool {
    get { state.withLock { $0.mapsTonesToStandardRange } }
    set {
      requireNotStarted("mapsTonesToStandardRange")
      state.withLock { $0.mapsTonesToStandardRange = newValue }
    }
  }

  /// Lets the level of decoded pictures change in a time range of the asset's timeline, in a straight line, and stay at
  /// its end. The level is the share of each sample's distance from black that is left, in encoded values: 0 is black,
  /// and 1 the picture as it is. Each picture has the level of its time. Before the first ramp it is that ramp's start.
  ///
  /// It has no effect on samples as stored, on sound and on composed pictures. Set it before reading starts.
  package func addPictureLevelRamp(from start: Float, to end: Float, timeRange: CMTimeRange) {
    requireNotStarted("the level of pictures")
    state.withLock { $0.pictureLevels.set(PictureLevels.Ramp(timeRange, from: start, to: end)) }
  }
}
