internal import AVFoundation

/// A stretch of one of the source's tracks that is not in the output, because it is damaged.
public struct Loss: Sendable, Hashable {
  /// The track's identifier in the source.
  public var track: Int32
  public var kind: TrackKind
  /// The start of the stretch on the source's timeline, as `inspect` shows it.
  public var start: ExactTime
  /// The end of the stretch. It is nil if the source is truncated and does not state its duration.
  public var end: ExactTime?

  /// The stretch as text for people.
  var text: String { end.map { "\(start.clock) to \($0.clock)" } ?? "from \(start.clock) to the end" }

  private var duration: ExactTime? { end.flatMap { ExactTime(CMTime($0) - CMTime(start)) } }
}

extension Loss {
  init(_ range: CMTimeRange, of track: TrackFacts) {
    self.init(
      track: track.id, kind: track.kind, start: ExactTime(range.start) ?? .zero, end: ExactTime(range.end))
  }

  var json: JSON {
    let object: JSON = [
      "track": JSON(track), "kind": JSON(kind.rawValue), "start": JSON(start),
      "duration": JSON(duration),
    ]
    return object.withoutNulls
  }

  /// Reads a loss from its object. Returns nil if something is missing, or the end is at no exact time.
  init?(reading object: JSON) {
    guard let track: Int32 = object["track"]?.integer(),
      let kind = (object["kind"]?.text).flatMap(TrackKind.init(rawValue:)),
      let start = object["start"].flatMap(ExactTime.init(reading:))
    else { return nil }
    let duration = object["duration"].flatMap(ExactTime.init(reading:))
    self.init(track: track, kind: kind, start: start, end: duration.flatMap { ExactTime(CMTime(start) + CMTime($0)) })
  }
}
