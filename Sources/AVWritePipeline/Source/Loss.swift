internal import AVFoundation

/// A stretch of one of the source's tracks that is not in the output, because it is damaged.
public struct Loss: Sendable, Hashable {
  /// The track's identifier in the source.
  public var track: Int32
  public var kind: TrackKind
  /// On the source's timeline, as `inspect` shows it.
  public var start: ExactTime
  /// Nil where the source is cut and does not say how long it was.
  public var end: ExactTime?

  /// For people.
  var text: String { end.map { "\(start.clock) to \($0.clock)" } ?? "all from \(start.clock) on" }

  private var duration: ExactTime? { end.flatMap { ExactTime(CMTime($0) - CMTime(start)) } }
}

extension [Loss] {
  /// Pictures and sounds of whose samples none was read. A movie's times can be so damaged that none is shown.
  ///
  /// Nothing is missing where part of the source is wanted, or pictures are left out on purpose.
  static func ofEmptyTracks(in plan: Plan, _ tally: [Tally.Track]) -> [Loss] {
    guard plan.start == nil, plan.end == nil else { return [] }
    return zip(plan.tracks, tally).compactMap { track, count in
      guard [.video, .audio].contains(track.kind), count.samples + count.droppedSamples == 0,
        let stated = track.source.sampleCount, stated > 0
      else { return nil }
      return Loss(track: track.source.id, kind: track.source.kind, start: track.source.start, end: nil)
    }
  }
}

extension Loss {
  init(_ range: CMTimeRange, of track: TrackFacts) {
    self.init(
      track: track.id, kind: track.kind, start: ExactTime(range.start) ?? .zero, end: ExactTime(range.end))
  }

  var json: JSON {
    let object: JSON = [
      "track": JSON(track), "kind": JSON(kind.rawValue), "start": JSON(start),
      "duration": duration.map { JSON($0) } ?? .null,
    ]
    return object.withoutNulls
  }
}
