package import Foundation

/// A date as files write it: in ISO 8601, of which everything after the year may be missing. Without a time zone it is
/// in UTC.
package struct DateText {
  /// The date; `nil` for a text that is no date.
  package let date: Date?

  package init(_ text: String) {
    var rest = text.trimmingCharacters(in: .whitespacesAndNewlines)[...]
    date = Self.components(&rest).flatMap { rest.isEmpty ? $0.date : nil }
  }

  private static func components(_ rest: inout Substring) -> DateComponents? {
    var result = DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(secondsFromGMT: 0), year: number(&rest, 4),
      month: 1,
      day: 1)
    guard result.year != nil else { return nil }
    guard skip(&rest, "-"), let month = number(&rest, 2) else { return result }
    result.month = month
    // The calendar accepts months and days that do not exist, and counts on from the last one.
    guard result.isValidDate else { return nil }
    guard skip(&rest, "-"), let day = number(&rest, 2) else { return result }
    result.day = day
    guard result.isValidDate else { return nil }
    guard skip(&rest, "T") || skip(&rest, " "), let hour = number(&rest, 2) else { return result }
    result.hour = hour
    guard hour < 24 else { return nil }
    guard skip(&rest, ":"), let minute = number(&rest, 2) else { return result }
    result.minute = minute
    if skip(&rest, ":") {
      result.second = number(&rest, 2)
      if skip(&rest, ".") { result.nanosecond = nanoseconds(&rest) }
    }
    guard minute < 60, (result.second ?? 0) <= 60 else { return nil }
    if let zone = zone(&rest) { result.timeZone = TimeZone(secondsFromGMT: zone) }
    return result
  }

  /// Reads the offset of a time zone in seconds east of UTC: `Z`, `+01`, `+0100` or `+01:00`.
  private static func zone(_ rest: inout Substring) -> Int? {
    if skip(&rest, "Z") { return 0 }
    let sign = skip(&rest, "+") ? 1 : skip(&rest, "-") ? -1 : 0
    guard sign != 0, let hours = number(&rest, 2) else { return nil }
    _ = skip(&rest, ":")
    return sign * (hours * 60 + (number(&rest, 2) ?? 0)) * 60
  }

  private static func skip(_ rest: inout Substring, _ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a number with exactly this many digits.
  private static func number(_ rest: inout Substring, _ count: Int) -> Int? {
    let digits = rest.utf8.prefix { (0x30...0x39).contains($0) }
    guard digits.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return Int(rest.prefix(count))
  }

  /// Reads the digits behind a point, of which the first nine are used.
  private static func nanoseconds(_ rest: inout Substring) -> Int {
    let digits = String(rest.prefix { $0.isASCII && $0.isNumber })
    rest = rest.dropFirst(digits.count)
    return Int(digits.prefix(9) + String(repeating: "0", count: max(0, 9 - digits.count))) ?? 0
  }
}
