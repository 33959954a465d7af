import Testing

@testable import MovieFile

/// Nero's list of chapters, and the texts of chapter tracks.
@Suite struct ChapterListTests {
  private static let payload: [UInt8] =
    [1, 0, 0, 0, 0, 0, 0, 0, 2] + chapter(5_000_000, "Ende") + chapter(0, "Intro")

  private static func chapter(_ start: Int, _ title: String) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: start >> (8 * (7 - $0))) } + [UInt8(title.utf8.count)] + Array(title.utf8)
  }

  private func userData(_ payload: [UInt8]) -> OpaqueBox {
    OpaqueBox("udta") { udta in udta.box("chpl") { $0.append(payload) } }
  }

  @Test func `chapters are told by their starts`() throws {
    let list = try #require(ChapterList(userData: userData(Self.payload)))
    #expect(list.chapters == [.init(start: 0, title: "Intro"), .init(start: 5_000_000, title: "Ende")])
    #expect(ChapterList(userData: OpaqueBox("udta", [])) == nil)
  }

  @Test func `a list comes back as far as it has room`() throws {
    let long = String(repeating: "é", count: 200)
    let written = ChapterList(
      (0..<300).map { .init(start: Int64($0) * 10, title: $0 == 1 ? long : "chapter \($0)") })
    let box = written.box
    let read = try #require(ChapterList(userData: OpaqueBox("udta") { $0.box(box) }))
    #expect(read.chapters.count == 255)
    #expect(read.chapters[1].title == String(repeating: "é", count: 127))
    #expect(read.chapters[254] == written.chapters[254])
  }

  @Test func `a list that is cut is shorter`() {
    for count in 0..<Self.payload.count {
      #expect((ChapterList(userData: userData(Array(Self.payload.prefix(count))))?.chapters.count ?? 0) < 2)
    }
  }

  @Test(
    arguments: [
      ([0, 2, 0x4F, 0x6B], "Ok"), ([0, 2, 0xC3, 0xA9, 0, 0, 0, 12, 0x65], "é"), ([0, 1, 0x8E], "é"),
      ([0, 4, 0xFE, 0xFF, 0, 0xE9], "é"), ([0, 4, 0xFF, 0xFE, 0xE9, 0], "é"), ([0, 9, 0x4F], "O"), ([0], ""), ([], ""),
    ] as [([UInt8], String)])
  func `texts in each encoding`(bytes: [UInt8], text: String) { #expect(TextSample(bytes).text == text) }
}

/// 3GPP's boxes that are more than a text.
@Suite struct LocationTests {
  @Test(
    arguments: [
      ("+48.2082+016.3738/", 48.2082, 16.3738, 0), ("-33.8568+151.2153+012.000/", -33.8568, 151.2153, 12),
    ] as [(String, Double, Double, Double)])
  func `places come back`(text: String, latitude: Double, longitude: Double, altitude: Double) throws {
    let place = try #require(LocationInformation(iso6709: text, name: "Wien", language: Language("deu")!))
    #expect(place.latitude == latitude)
    #expect(place.longitude == longitude)
    let year = RecordingYear(1999)
    let read = UserData(
      OpaqueBox("udta") { udta in
        udta.box("loci") { $0.append(place.box.payload) }
        udta.box("yrrc") { $0.append(year.box.payload) }
      })
    let location = try #require(read.locations.first)
    #expect(abs(location.latitude - latitude) < 0.0001 && abs(location.longitude - longitude) < 0.0001)
    #expect(location.altitude == altitude)
    #expect(location.name == "Wien")
    #expect(location.language.code == "deu")
    #expect(location.iso6709.hasPrefix(text.prefix(8)))
    #expect(read.years == [year])
  }

  @Test(arguments: ["", "48.2+16.3/", "+99.0+016.0/", "+48.2/", "+48.2+16.3+1+2/", "+4a.2+016.3/"])
  func `what is no place is none`(text: String) { #expect(LocationInformation(iso6709: text) == nil) }
}
