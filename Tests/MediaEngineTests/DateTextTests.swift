import Foundation
import Testing

@testable import MediaEngine

/// Dates as files write them.
@Suite struct DateTextTests {
  @Test(arguments: [
    ("2020", "2020-01-01T00:00:00Z"), ("2020-12", "2020-12-01T00:00:00Z"), ("2020-02-29", "2020-02-29T00:00:00Z"),
    ("2000-02-29 23", "2000-02-29T23:00:00Z"), ("2020-04-30T12:30", "2020-04-30T12:30:00Z"),
    ("2020-12-31T23:59:60Z", "2021-01-01T00:00:00Z"), ("2020-02-29T01:00:00+0200", "2020-02-28T23:00:00Z"),
  ])
  func `a date says as much of itself as its text does`(text: String, date: String) throws {
    #expect(try DateText(text).date == Date(date, strategy: .iso8601))
  }

  /// A calendar makes the first of March of the 30th of February.
  @Test(arguments: [
    "2020-02-30", "2021-02-29", "1900-02-29", "2020-04-31", "2020-00-10", "2020-01-00", "2020-01-32", "2020-13",
    "2020-01-01T24", "2020-01-01T10:60",
  ])
  func `a day that is not in the calendar is no date`(text: String) {
    #expect(DateText(text).date == nil)
  }
}
