/// Which changes are told unasked: those that whoever watches, hears or sorts the output would notice.
extension Ledger {
  /// A line for each change that would be noticed.
  package var noticeableChanges: [String] { noticeable.changes }

  /// How many lines the other changes are.
  package var detailCount: Int { changes.count - noticeableChanges.count }

  private var noticeable: Ledger {
    var ledger = Ledger()
    ledger.converted = converted.filter { entry in
      !(Self.details + Self.convertedDetails).contains { $0.matches(entry.fact) } && !entry.isSmallMove
    }
    ledger.dropped = dropped.filter { entry in !Self.details.contains { $0.matches(entry.fact) } }
    return ledger
  }

  /// How a file is built, and not what it presents.
  private static let details = [
    "track.*.handler", "track.*.timeScale", "track.*.association", "track.*.alternatives", "track.*.codec",
    "track.*.audio.sampleRate.input", "track.*.audio.bitDepth", "track.*.video.chromaLocation",
    "track.*.video.cleanAperture", "track.*.video.pixelAspect",
  ].map { FactPattern($0) }

  /// What says the same in another way.
  private static let convertedDetails = [
    "metadata", "track.*.metadata", "file.creationDate", "track.*.enabled", "track.*.video.fields",
  ].map { FactPattern($0) }
}

extension Ledger.Entry {
  /// In seconds: less is neither seen nor heard, where all that belongs together is moved by the same.
  private static let leastNoticeableTime = 0.1

  private static let times = ["file.duration", "track.*.duration", "track.*.start", "chapter.*.start"]
    .map { FactPattern($0) }

  /// Whether a time has become another that is almost the same.
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
