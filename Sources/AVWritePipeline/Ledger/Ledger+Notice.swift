/// The changes that are shown unasked: those that somebody who watches, hears or sorts the output would notice.
extension Ledger {
  /// A line for each change that would be noticed.
  package var noticeableChanges: [String] { noticeable.changes }

  /// The number of lines of the other changes.
  package var detailCount: Int { changes.count - noticeableChanges.count }

  private var noticeable: Ledger {
    var ledger = Ledger()
    ledger.converted = converted.filter { entry in
      !(Self.details + Self.convertedDetails).contains { $0.matches(entry.fact) } && !entry.isSmallMove
    }
    ledger.dropped = dropped.filter { entry in !Self.details.contains { $0.matches(entry.fact) } }
    return ledger
  }

  /// The facts that describe how a file is built, and not what it presents.
  private static let details = [
    "track.*.handler", "track.*.timeScale", "track.*.association", "track.*.alternatives", "track.*.codec",
    "track.*.audio.sampleRate.input", "track.*.audio.bitDepth", "track.*.video.chromaLocation",
    "track.*.video.cleanAperture", "track.*.video.pixelAspect",
  ].map { FactPattern($0) }

  /// The facts that say the same when they are converted.
  private static let convertedDetails = [
    "metadata", "track.*.metadata", "file.creationDate", "track.*.enabled", "track.*.video.fields",
  ].map { FactPattern($0) }
}

extension Ledger.Entry {
  /// The least change of a time that is seen or heard, in seconds, where all tracks move together.
  private static let leastNoticeableTime = 0.1

  private static let times = ["file.duration", "track.*.duration", "track.*.start", "chapter.*.start"]
    .map { FactPattern($0) }

  /// A Boolean value that says whether a time has become another that is almost the same.
  fileprivate var isSmallMove: Bool {
    guard Self.times.contains(where: { $0.matches(fact) }), let from = from.flatMap(Self.seconds),
      let to = to.flatMap(Self.seconds)
    else { return false }
    return abs(from - to) < Self.leastNoticeableTime
  }

  private static func seconds(_ clock: String) -> Double? {
    TimePoint(argument: clock)?.time(frameDuration: nil)?.seconds
  }
}
