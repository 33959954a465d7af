import MediaInterop
import MediaSupport
import MovieFile

/// The edit list of a track in a fragmented movie, a pure value. It is written at the front of the file before all of
/// the media is known.
///
/// It shows the track from the session's start on, or from a later start if the media begins with a part that is not
/// shown, such as an encoder's priming packet. The duration is filled in at the end. Media times are those of the
/// session, so that players that do not support empty edits also show the track at the right time.
struct FrontEditList {
  /// The timeline of the media before the front.
  private var timeline: TrackTimeline

  init(timeBase: TimeBase) { timeline = TrackTimeline(timeBase: timeBase) }

  /// Notes a packet of the first fragment, before which the front is written.
  mutating func didWrite(_ packet: Packet) { timeline.didWrite(packet) }

  /// The decode time of the first packet.
  var firstDecodeTime: Int64 { timeline.firstDecodeTime ?? 0 }

  /// Returns the edits. The finished file has as many as the front.
  ///
  /// - Parameters:
  ///   - movieTimeScale: ticks a second of the edits' durations.
  ///   - end: the end of what is shown. If it is `nil`, the edit has no duration and shows all of the media, which
  ///     other implementations understand better.
  func edits(movieTimeScale: Int32, until end: Int64? = nil) -> [Edit] {
    let movie = TimeBase(ticksPerSecond: movieTimeScale)
    let start = timeline.isCutAtStart ? timeline.presentationStart ?? 0 : 0
    let empty = timeline.timeBase.rescale(start, to: movie)
    let length = end.map { max(0, timeline.timeBase.rescale($0, to: movie) - empty) } ?? 0
    let shown = Edit.media(start: start, duration: length)
    return empty > 0 ? [.empty(duration: empty), shown] : [shown]
  }
}
