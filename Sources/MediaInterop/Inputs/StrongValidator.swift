internal import CFFmpeg
internal import Glibc

/// A server's statement that identifies one version of a resource (RFC 9110, 8.8.1): parts of the resource with the
/// same statement fit together.
package struct StrongValidator: Hashable, Sendable {
  /// An entity tag, or the date of the last change where there is no tag, as in the field `If-Range`.
  package let text: String

  /// The time in seconds that a version must have existed for its date to identify it. Later versions from the same
  /// second have the same date, and clocks may differ (RFC 9110, 8.8.2.2).
  private static let leastAge = 60

  /// - Parameters:
  ///   - tag: the value of the answer's field `ETag`; empty if it has none.
  ///   - lastModified: the value of `Last-Modified`; empty if it has none.
  ///   - date: the value of `Date`; empty if it has none.
  /// - Returns: `nil` if the answer contains nothing that differs for each version; a weak tag, for example, does not.
  init?(tag: String, lastModified: String, date: String) {
    if tag.isEmpty {
      guard let change = Self.seconds(lastModified), let now = Self.seconds(date), now - change >= Self.leastAge
      else { return nil }
      text = lastModified
    } else {
      // The tag is sent back, and is only unchanged then if it is plain text.
      let isPlain = tag.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      guard isPlain, tag.utf8.count > 1, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
      text = tag
    }
  }

  /// Returns whether an answer with the given fields belongs to another version.
  func isContradicted(byTag tag: String, lastModified: String) -> Bool {
    let stated = text.hasPrefix("\"") ? tag : lastModified
    return !stated.isEmpty && stated != text
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds of a date in the form that all servers must write (RFC 9110, 5.6.7). It is `nil` for others.
  private static func seconds(_ text: String) -> Int? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int32(words[1]),
      let month = months.firstIndex(of: String(words[2])), words[3].count == 4, let year = Int32(words[3])
    else { return nil }
    let clock = words[4].split(separator: ":").compactMap { Int32($0) }
    guard clock.count == 3 else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (year - 1900, Int32(month), day)
    (time.tm_hour, time.tm_min, time.tm_sec) = (clock[0], clock[1], clock[2])
    return timegm(&time)
  }
}

extension StrongValidator {
  init?(_ answer: CFFAnswer) {
    self.init(
      tag: Self.text(answer.tag), lastModified: Self.text(answer.modified), date: Self.text(answer.date))
  }

  /// Returns whether an answer belongs to another version.
  func isContradicted(by answer: CFFAnswer) -> Bool {
    isContradicted(byTag: Self.text(answer.tag), lastModified: Self.text(answer.modified))
  }

  /// Returns the text of an array of C, up to its zero.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
