/// The account of what happens to each fact of a source: nothing is lost in silence.
public struct Ledger: Sendable, Hashable {
  /// One fact and what becomes of it.
  public struct Entry: Sendable, Hashable {
    /// What it is about, such as `track 3 (timecode tmcd)`.
    public var fact: String
    public var reason: String
    /// Whether something of the source is gone that the user did not name.
    public var isReduction: Bool

    public init(_ fact: String, _ reason: String, isReduction: Bool = false) {
      self.fact = fact
      self.reason = reason
      self.isReduction = isReduction
    }
  }

  public var kept: [Entry] = []
  public var converted: [Entry] = []
  public var dropped: [Entry] = []

  public init() {}
}

extension Ledger {
  var json: JSON {
    func list(_ entries: [Entry]) -> JSON {
      .array(entries.map { ["fact": JSON($0.fact), "reason": JSON($0.reason)] })
    }
    return ["kept": list(kept), "converted": list(converted), "dropped": list(dropped)]
  }
}

extension Ledger {
  /// The account with what was dropped while the job ran.
  func noting(_ tally: [Tally.Track], of tracks: [TrackPlan]) -> Ledger {
    var ledger = self
    for (track, count) in zip(tracks, tally) where count.droppedSamples > 0 {
      let pictures = "\(count.droppedSamples) of \(count.samples + count.droppedSamples) pictures"
      ledger.dropped.append(
        Entry(track.source.title, "\(pictures), because the encoder could not keep up", isReduction: true))
    }
    return ledger
  }

  /// The account with what could not be read.
  func noting(_ losses: [Loss], of tracks: [TrackPlan]) -> Ledger {
    var ledger = self
    for loss in losses {
      guard let track = tracks.first(where: { $0.source.id == loss.track }) else { continue }
      ledger.dropped.append(
        Entry(track.source.title, "\(loss.text), which cannot be read", isReduction: true))
    }
    return ledger
  }
}
