import CoreMedia
import Foundation
import Testing

@testable import MediaEngine

/// What libavformat gets of a file's metadata.
@Suite struct LibraryTagsTests {
  private static let date = "2019-03-04T05:06:07Z"

  /// The texts that Matroska gets of one tag beside the date of the media.
  private func texts(_ name: String, _ text: String) throws -> [String: String] {
    let identifier = try #require(MetadataIdentifier("org.matroska/\(name)"))
    let record = MetadataRecord(identifier, dataType: MetadataDataType.utf8.rawValue, Array(text.utf8))
    guard case .library(let format) = ContainerFormat.matroska.rules.writer else {
      Issue.record("libavformat does not write Matroska")
      return [:]
    }
    let date = try Date(Self.date, strategy: .iso8601)
    return Dictionary(
      LibraryTags([record], for: format, creationDate: date).texts.map { ($0.name, $0.text) }
    ) { first, _ in first }
  }

  @Test(arguments: ["", " ", "2", "2019-0", "20", "yesterday", "2018", "2019-03-05"])
  func `a tag that does not say the date leaves it to the header`(text: String) throws {
    #expect(try texts("DATE_RECORDED", text)["creation_time"] == Self.date)
  }

  @Test(arguments: ["2019", "2019-03", "2019-03-04", date, "2019-03-04T06:06:07+01:00"])
  func `a tag that says the date, as much of it as it may be, says it alone`(text: String) throws {
    #expect(try texts("DATE_RECORDED", text)["creation_time"] == nil)
  }

  /// The library takes a zero for the text's end.
  @Test func `what follows a zero is written too`() throws {
    #expect(try texts("COMMENT", "before\0\0after")["COMMENT"] == "before; after")
  }
}
