/// The state of a playback as one line of text: time, duration, volume and speed, with the levels of the sound, or, if
/// there are pictures, with a bar that shows the time.
package struct PlaybackLine {
  /// The number of columns of the terminal. Nil off a terminal, where no meter is drawn.
  private let width: Int?

  package init(width: Int?) { self.width = width }

  /// The level at which a meter is empty, in decibels.
  private static let floor = -60.0
  /// The longest meter of a channel, in columns: more columns tell no more.
  private static let widestMeter = 20
  /// The shortest level meter, in columns: a shorter one would not be readable.
  private static let narrowestMeter = 6
  /// The number of channels that are drawn: nobody follows more.
  private static let channelCount = 2

  package func text(_ state: PlaybackStatus) -> String {
    let activity = state.activity.rawValue
    let end = state.end.map { " / \(clock($0))" } ?? ""
    let head = activity + String(repeating: " ", count: 8 - activity.count) + clock(state.place) + end
    let volume = state.isMuted ? "muted" : "\(Int(state.volume.rounded())) %"
    let subtitles = state.subtitles.map { "  subtitles \($0)" } ?? ""
    let tail = "\(volume)  \(state.rate.rounded(digits: 1))x\(subtitles)"
    guard let width else { return "\(head)  \(tail)" }
    if state.hasPictures {
      let room = width - 1 - head.count - tail.count - 6
      guard room >= Self.narrowestMeter else { return String("\(head)  \(tail)".prefix(max(0, width - 1))) }
      return "\(head)  \(bar(state, room))  \(tail)"
    }
    let levels = state.levels.prefix(Self.channelCount)
    // One column stays free: a full last column makes some terminals wrap.
    let room = (width - 1 - head.count - tail.count - 4) / max(1, levels.count) - 3
    guard room >= Self.narrowestMeter, !levels.isEmpty else {
      return String("\(head)  \(tail)".prefix(max(0, width - 1)))
    }
    let meters = levels.map { meter($0, min(room, Self.widestMeter)) }.joined(separator: " ")
    return "\(head)  \(meters)  \(tail)"
  }

  /// Returns a bar as long as the time that has passed, with a mark at its end.
  private func bar(_ state: PlaybackStatus, _ count: Int) -> String {
    let length = (state.end?.seconds ?? 0) - state.start.seconds
    let passed = state.place.seconds - state.start.seconds
    let share = length > 0 ? min(1, max(0, passed / length)) : 0
    let mark = min(count - 1, Int(share * Double(count)))
    return "[" + String(repeating: "=", count: mark) + "|" + String(repeating: " ", count: count - 1 - mark) + "]"
  }

  /// Returns a bar as long as the average, with a mark at the peak.
  private func meter(_ level: PlaybackStatus.Level, _ count: Int) -> String {
    func columns(_ decibels: Double) -> Int {
      Int((min(1, max(0, 1 - decibels / Self.floor)) * Double(count)).rounded())
    }
    let filled = columns(level.average)
    var bar = Array(repeating: Character("="), count: filled) + Array(repeating: " ", count: count - filled)
    let peak = columns(level.peak)
    if peak > 0 { bar[peak - 1] = "|" }
    return "[\(String(bar))]"
  }

  /// Returns a time as `mm:ss` or `h:mm:ss`, in full seconds that have passed.
  private func clock(_ time: ExactTime) -> String { ProgressLine.clock(time.seconds.rounded(.down)) }
}
