internal import CFFmpeg
internal import Glibc

/// The statement of a server by which one version of a resource is told from all others (RFC 9110, 8.8.1): parts of the
/// resource with the same one fit together.
package struct StrongValidator: Hashable, Sendable {
  /// An entity tag, or the date of the last change where there is no tag, as in the field `If-Range`.
  package let text: String

  /// The time in seconds for which a version has been there before its date counts. Later versions of the same second
  /// have the same date, and clocks may differ (RFC 9110, 8.8.2.2).
  private static let leastAge = 60

  /// - Parameters:
  ///   - tag: the value of the answer's field `ETag`; empty where it has none.
  ///   - lastModified: likewise of `Last-Modified`.
  ///   - date: likewise of `Date`.
  /// - Returns: `nil` where the answer says nothing that is different for each version, as a weak tag.
  init?(tag: String, lastModified: String, date: String) {
    if tag.isEmpty {
      guard let change = Self.seconds(lastModified), let now = Self.seconds(date), now - change >= Self.leastAge
      else { return nil }
      text = lastModified
    } else {
      // It is sent back, and only then the same where it is plain text.
      let isPlain = tag.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      guard isPlain, tag.utf8.count > 1, tag.hasPrefix("\""), tag.hasSuffix("\"") else { return nil }
      text = tag
    }
  }

  /// Returns whether an answer with the given fields is of another version.
  func isContradicted(byTag tag: String, lastModified: String) -> Bool {
    let stated = text.hasPrefix("\"") ? tag : lastModified
    return !stated.isEmpty && stated != text
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds of a date in the form that all servers have to write (RFC 9110, 5.6.7). It is `nil` for others.
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

  /// Returns whether an answer is of another version.
  func isContradicted(by answer: CFFAnswer) -> Bool {
    isContradicted(byTag: Self.text(answer.tag), lastModified: Self.text(answer.modified))
  }

  /// Returns the text of an array of C, up to its zero.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
