import CoreMedia
import MediaInterop

/// What may be undecodable where decoding begins, without being damage: at the start of a track, or at a random-access
/// point within it.
struct DecodingStart {
  private let isPictures: Bool
  private let isMovie: Bool
  private let codec: CodecID
  /// The time that reading was sent to, in ticks of the stream; `nil` at the track's start.
  private let wanted: Int64?
  /// The first random-access point was read; its time, where it has one.
  private var hasAccessPoint = false
  private var accessTime: Int64?
  private var hasDependentPackets = false

  init(of track: SourceTrack, wanted: Int64?) {
    isPictures = track.mediaType == .video
    isMovie = track.hasMovieTables
    codec = track.stream.parameters.codec
    self.wanted = wanted
  }

  /// Whether decoding begins where the track does.
  var isOfTrack: Bool { wanted == nil }

  /// Takes note of a packet about to be decoded.
  mutating func note(_ packet: Packet) {
    if !hasAccessPoint, packet.isKeyFrame {
      hasAccessPoint = true
      accessTime = packet.pts
    } else if !hasAccessPoint || isBefore(packet.pts) {
      hasDependentPackets = true
    }
  }

  /// Whether a frame is not as it was encoded.
  ///
  /// Within an H.264 track the decoder also logs errors of the marking of reference pictures (7.4.3.3) which it never saw,
  /// and which no picture from the random-access point on needs; what it conceals, it says by flags.
  func isDamaged(_ frame: Frame) -> Bool {
    codec == .h264 && !isOfTrack ? frame.hasErrorFlags : frame.isDamaged
  }

  /// Whether a frame is not to be vended, since it may need what lies before the place where decoding began.
  func leavesOut(_ frame: Frame) -> Bool {
    if isPictures { return isBefore(frame.pts) && (!isOfTrack || isDamaged(frame)) }
    return isUnheard(before: frame.pts.map { $0 + frame.duration })
  }

  /// Whether sound that ends at a time is decoded for what follows it alone.
  func isUnheard(before end: Int64?) -> Bool {
    guard !isPictures, let wanted, let end else { return false }
    return end <= wanted
  }

  /// Whether an error before the first frame may come from what is missing before the first packet.
  ///
  /// Sound has no packets that say so: a stream may begin in the middle of a frame, a movie's track does not.
  var excusesErrors: Bool { isPictures ? hasDependentPackets : !isMovie || !isOfTrack }

  /// Whether a picture is shown before the first random-access point, and may need one that is not there.
  func isBefore(_ time: Int64?) -> Bool {
    guard isPictures, let time, let accessTime else { return false }
    return time < accessTime
  }
}
