import Testing

@testable import MediaInterop

/// Statements of servers that tell versions of a resource apart (RFC 9110, 8.8).
@Suite struct StrongValidatorTests {
  private static let changed = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let soon = "Sun, 06 Nov 1994 08:49:38 GMT"
  private static let later = "Sun, 06 Nov 1994 08:51:37 GMT"

  private static func text(tag: String = "", lastModified: String = "", date: String = "") -> String? {
    StrongValidator(tag: tag, lastModified: lastModified, date: date)?.text
  }

  @Test func `a strong tag counts, and without a tag the date of a change that is a minute old`() {
    #expect(Self.text(tag: "\"a-1\"", lastModified: Self.changed, date: Self.later) == "\"a-1\"")
    #expect(Self.text(lastModified: Self.changed, date: Self.later) == Self.changed)
    #expect(Self.text(lastModified: Self.changed, date: Self.soon) == nil, "it may have changed once more")
    #expect(Self.text(tag: "W/\"a\"", lastModified: Self.changed, date: Self.later) == nil)
    for tag in ["\"", "a", "\"a", "\"a b\"", "\"ä\""] { #expect(Self.text(tag: tag) == nil, "\(tag)") }
    #expect(Self.text() == nil && Self.text(lastModified: Self.changed) == nil)
    for date in ["0", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Now 1994 8:49 GMT"] {
      #expect(Self.text(lastModified: Self.changed, date: date) == nil, "\(date)")
    }
  }

  @Test func `another tag or date is another version, and none says nothing`() throws {
    let tag = try #require(StrongValidator(tag: "\"a\"", lastModified: "", date: ""))
    #expect(!tag.isContradicted(byTag: "\"a\"", lastModified: Self.changed))
    #expect(!tag.isContradicted(byTag: "", lastModified: Self.changed))
    #expect(tag.isContradicted(byTag: "\"b\"", lastModified: ""))
    let date = try #require(StrongValidator(tag: "", lastModified: Self.changed, date: Self.later))
    #expect(!date.isContradicted(byTag: "", lastModified: Self.changed))
    #expect(date.isContradicted(byTag: "", lastModified: Self.soon))
  }
}
