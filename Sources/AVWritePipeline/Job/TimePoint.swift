/// A point on a timeline as a user writes it: `12.5`, `01:02:03.250`, `02:03`, `1m30s`, or the timecode `01:02:03:12`.
public enum TimePoint: Sendable, Hashable, Codable {
  case time(ExactTime)
  /// A count of pictures, which is a time only on a file with a video track.
  case timecode(Timecode)

  /// Reads a point as it is written. The text is seconds, a clock time, a number of hours, minutes and seconds, or a
  /// timecode.
  ///
  /// - Returns: `nil` for another text.
  public init?(argument text: String) {
    if let timecode = Timecode(text) {
      self = .timecode(timecode)
      return
    }
    if let time = Self.sum(text) {
      self = .time(time)
      return
    }
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(fields.count), let last = ExactTime(decimal: fields[fields.count - 1]) else { return nil }
    // Beside a larger unit, minutes and seconds stay below 60; alone, seconds may be any number.
    if fields.count > 1, last.seconds >= 60 { return nil }
    var whole: Int64 = 0
    for (place, field) in fields.dropLast().enumerated() {
      guard !field.isEmpty, field.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(field) else {
        return nil
      }
      if place > 0, number >= 60 { return nil }
      // A million hours is far beyond any medium, and keeps the products below within range.
      guard number <= 1_000_000 else { return nil }
      whole = whole * 60 + number
    }
    let (ticks, overflow) = (whole * 60).multipliedReportingOverflow(by: Int64(last.scale))
    let (value, carry) = ticks.addingReportingOverflow(last.value)
    guard !overflow, !carry else { return nil }
    self = .time(ExactTime(value: value, scale: last.scale))
  }

  /// Reads `1h2m3.5s`: each unit at most once, larger units first. The last number may have decimals.
  ///
  /// - Returns: `nil` for any other text.
  private static func sum(_ text: String) -> ExactTime? {
    guard !text.isEmpty else { return nil }
    var (rest, sum) = (text.lowercased()[...], ExactTime.zero)
    for (letter, seconds) in [("h", 3600), ("m", 60), ("s", 1)] as [(Character, Int64)] {
      guard let end = rest.firstIndex(of: letter) else { continue }
      guard let number = ExactTime(decimal: rest[..<end]) else { return nil }
      rest = rest[rest.index(after: end)...]
      guard number.scale == 1 || rest.isEmpty else { return nil }
      let (value, overflow) = number.value.multipliedReportingOverflow(by: seconds)
      guard !overflow, let longer = sum.adding(ExactTime(value: value, scale: number.scale)) else { return nil }
      sum = longer
    }
    return rest.isEmpty ? sum : nil
  }

  /// Returns the time of the point, counted from the timeline's start.
  ///
  /// - Parameters:
  ///   - frameDuration: the duration of one picture, needed for a timecode alone.
  /// - Returns: `nil` for a timecode without a frame duration, or with a frame number that its rate does not have.
  public func time(frameDuration: ExactTime?) -> ExactTime? {
    switch self {
    case .time(let time): time
    case .timecode(let timecode): frameDuration.flatMap(timecode.time(frameDuration:))
    }
  }
}
