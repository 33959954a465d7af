/// The gate's clause for receivers, whose clients await each append: nobody tells the gate whether another sample
/// will come, so it is patient, but not for ever (WI-90, WI-91).
///
/// A receiver counts as being fed from its first append until a held track has waited `patience` for it; its next
/// append makes it count again, until it was waited for in vain `mostLapses` times. Only a client that is late is
/// waited for in vain: not one whose own append is held, or whose codec is behind.
extension Interleaver {
  /// Nanoseconds: longer than a fed receiver's client pauses between two samples, too short to be seen as a stall.
  package static var patience: Int64 { 50_000_000 }

  /// After as many lapses the client feeds its receivers in some order of its own, which the gate only delays.
  package static var mostLapses: Int { 2 }

  struct Receiver {
    var lapses = 0
    /// Since when a held track waits for this one's client; `nil` while none does.
    var missedSince: Int64?
  }

  /// The sample that was just accepted came by a receiver.
  package mutating func didAppendByReceiver(_ track: Int) {
    var receiver = tracks[track].receiver ?? Receiver()
    receiver.missedSince = nil
    tracks[track].receiver = receiver
    tracks[track].isBeingFed = receiver.lapses < Self.mostLapses && !tracks[track].isFinished
  }

  /// The client no longer wants to append the sample it was refused for.
  package mutating func withdraw(_ track: Int) { tracks[track].isRefused = false }

  /// Takes note of who is waited for, and since when; to be asked again whenever something changed.
  ///
  /// - Returns: when `lapse(at:)` is due; `nil` while nobody waits for a receiver's client.
  package mutating func noteMisses(at now: Int64) -> Int64? {
    var due: Int64?
    for index in tracks.indices where tracks[index].receiver != nil {
      let since = isMissed(index) ? tracks[index].receiver?.missedSince ?? now : nil
      tracks[index].receiver?.missedSince = since
      if let since { due = min(due ?? .max, since + Self.patience) }
    }
    return due
  }

  /// Gives up waiting for those who were waited for long enough.
  ///
  /// - Returns: whether there were any, so that others may append now.
  package mutating func lapse(at now: Int64) -> Bool {
    var hasLapsed = false
    for index in tracks.indices {
      guard let since = tracks[index].receiver?.missedSince, since + Self.patience <= now else { continue }
      tracks[index].receiver?.missedSince = nil
      tracks[index].receiver?.lapses += 1
      tracks[index].isBeingFed = false
      hasLapsed = true
    }
    return hasLapsed
  }

  /// Whether a client that was told no waits for this track's client, who might append and does not.
  private func isMissed(_ index: Int) -> Bool {
    let track = tracks[index]
    guard track.isBeingFed, track.traits.role == .paces, !track.isRefused, mayAppend(index) else { return false }
    return tracks.indices.contains { other in
      other != index && tracks[other].isRefused && !mayResume(other)
        && tracks[other].appendedTime - track.appendedTime > Self.writeAhead / 2
    }
  }
}
