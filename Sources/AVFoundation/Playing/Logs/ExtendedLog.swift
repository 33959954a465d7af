import Foundation

/// Writes the W3C's extended log file format: lines of fields with spaces between them, and `-` for a field that is not
/// known.
enum ExtendedLog {
  /// - Parameters:
  ///   - date: the time of an entry.
  ///   - fields: their names, and their values for an entry; a text's is `nil` and a number's below 0 where it is not known.
  static func data<Event>(
    _ events: [Event], date: (Event) -> Date?, _ fields: [(name: String, value: (Event) -> Any?)]
  ) -> Data {
    let header = "#Version: 1.0\n#Software: avwrite\n#Fields: date time " + fields.map(\.name).joined(separator: " ")
    let lines = events.map { event in
      ([time(date(event))] + fields.map { text($0.value(event)) }).joined(separator: " ")
    }
    return Data(([header] + lines).joined(separator: "\n").appending("\n").utf8)
  }

  /// Returns the date and the time in UTC.
  private static func time(_ date: Date?) -> String {
    guard let date else { return "- -" }
    return date.formatted(.iso8601.dateSeparator(.dash).dateTimeSeparator(.space).timeZoneSeparator(.omitted))
      .replacingOccurrences(of: "Z", with: "")
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case let number as Double: number < 0 ? "-" : String(format: "%.3f", number)
    case let number as Int: number < 0 ? "-" : "\(number)"
    case let number as Int64: number < 0 ? "-" : "\(number)"
    case let text as String: text.isEmpty ? "-" : quoted(text)
    default: "-"
    }
  }

  /// Returns a text for a field. A text with spaces is in quotes, and a quote in it is doubled.
  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { $0.isWhitespace || $0 == "\"" }) else { return text }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}
