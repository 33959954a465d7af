import TestSupport
import Testing

@testable import MovieFile

/// Metadata in every form that movie files have for it: written and read.
@Suite("Metadata boxes")
struct MetadataTests {
  // MARK: Values

  @Test(arguments: [0, 1, -1, 127, 128, -128, -129, 32_767, 32_768, 1 << 31, -1 << 31, Int64.max, Int64.min])
  func `an integer takes the bytes that it needs`(_ integer: Int64) {
    let value = MetadataValue(integer: integer)
    #expect(value.integer == integer)
    #expect([1, 2, 4, 8].contains(value.bytes.count))
  }

  @Test func `integers of every kind`() {
    #expect(MetadataValue(integer: 127).bytes == [127])
    #expect(MetadataValue(integer: 128).bytes == [0, 128])
    #expect(MetadataValue(.unsigned8, [200]).integer == 200)
    #expect(MetadataValue(.signed8, [200]).integer == -56)
    #expect(MetadataValue(.unsignedInteger, [0x01, 0x00, 0x00]).integer == 65_536)
    #expect(MetadataValue(.unsigned64, [UInt8](repeating: 0xFF, count: 8)).integer == nil)
    #expect(MetadataValue(.signed16, [1]).integer == nil)
    #expect(MetadataValue(.utf8, [1]).integer == nil)
    #expect(MetadataValue(.signedInteger, []).integer == nil)
  }

  @Test func `numbers and texts of every kind`() {
    #expect(MetadataValue(number: 0.1).numbers == [0.1])
    #expect(MetadataValue(.float32, [0x3F, 0x80, 0, 0]).numbers == [1])
    #expect(MetadataValue(.point, [0x3F, 0x80, 0, 0, 0x40, 0, 0, 0]).numbers == [1, 2])
    #expect(MetadataValue(.float64, [0]).numbers == nil)
    #expect(MetadataValue(text: "Größe 漢字").text == "Größe 漢字")
    #expect(MetadataValue(.utf16, [0x6F, 0x22, 0x00, 0x41]).text == "漢A")
    #expect(MetadataValue(.utf16, [0x6F]).text == nil)
    #expect(MetadataValue(.utf8, [0xFF]).text == nil)
    #expect(MetadataValue(.jpeg, [65]).text == nil)
  }

  // MARK: Key-value metadata

  private let keyed = [
    KeyedMetadataItem(key: "com.apple.quicktime.title", values: [MetadataValue(text: "Title")]),
    KeyedMetadataItem(
      key: "com.apple.quicktime.description",
      values: [MetadataValue(text: "Text"), MetadataValue(text: "Texte", locale: 0x1A41)]),
    KeyedMetadataItem(namespace: "udta", key: "©too", values: [MetadataValue(integer: -5)]),
  ]

  @Test(arguments: [FileFormat.quickTime, .mp4])
  func `key-value metadata comes back as it was written`(_ format: FileFormat) throws {
    let box = try #require(KeyedMetadata.box(keyed, in: format))
    #expect(KeyedMetadata.items(of: box) == keyed)
    #expect(KeyedMetadata.box([], in: format) == nil)
    // Where ffmpeg puts it.
    let userData = OpaqueBox("udta") { $0.box("meta") { $0.append(box.payload) } }
    #expect(UserData(userData).keyed == keyed)
  }

  @Test func `QuickTime's meta is no full box, and ISO's is`() throws {
    let quickTime = try #require(KeyedMetadata.box(keyed, in: .quickTime)).payload
    let iso = try #require(KeyedMetadata.box(keyed, in: .mp4)).payload
    #expect(Array(quickTime[4..<8]) == Array("hdlr".utf8))
    #expect(Array(iso[..<4]) == [0, 0, 0, 0])
    #expect(Array(iso[4...]) == quickTime)
    // hdlr: version and flags, a predefined 0, the type; 12 bytes and an empty name.
    #expect(Array(quickTime[8..<20]) == [0, 0, 0, 0, 0, 0, 0, 0] + Array("mdta".utf8))
    // keys behind it: version, the count, then size, namespace and name of each.
    let keys = 33
    #expect(Array(quickTime[keys + 4..<keys + 8]) == Array("keys".utf8))
    #expect(Array(quickTime[keys + 12..<keys + 16]) == [0, 0, 0, 3])
    #expect(Array(quickTime[keys + 16..<keys + 24]) == [0, 0, 0, 33] + Array("mdta".utf8))
  }

  @Test func `two items of one key share its entry in the list of keys`() throws {
    let twice = [keyed[0], keyed[0]]
    let box = try #require(KeyedMetadata.box(twice, in: .quickTime))
    #expect(KeyedMetadata.items(of: box) == twice)
    #expect(String(decoding: box.payload, as: UTF8.self).split(separator: "com.apple").count == 2)
  }

  @Test func `damaged metadata gives what stands before the damage`() throws {
    let whole = try #require(KeyedMetadata.box(keyed, in: .quickTime)).payload
    for count in whole.indices {
      let items = KeyedMetadata.items(of: OpaqueBox("meta", Array(whole[..<count])))
      #expect(items.count <= keyed.count)
    }
    var random = SeededGenerator(seed: 85)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<4 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = KeyedMetadata.items(of: OpaqueBox("meta", bytes))
    }
  }

  // MARK: User data

  @Test func `user data of all forms comes back as it was written`() throws {
    let text = UserDataText("©nam", [.init("Title", Language("eng")!), .init("Titel", Language("deu")!)])
    let iso = ISOUserData("titl", "Título", language: Language("por")!)
    let album = ISOUserData("albm", "Album", trailing: [7])
    let items = [
      ITunesItem(.code("©nam"), [MetadataValue(text: "Name")]),
      ITunesItem(.code("trkn"), [MetadataValue(.implicit, [0, 0, 0, 3, 0, 12, 0, 0])]),
      ITunesItem(.code("covr"), [MetadataValue(.png, [1, 2]), MetadataValue(.jpeg, [3])]),
      ITunesItem(.freeform(mean: "com.apple.iTunes", name: "MOOD"), [MetadataValue(text: "calm")]),
    ]
    let other = OpaqueBox("name", [1, 2, 3])
    var movie = MovieDescription()
    movie.userData = [text.box, iso.box, album.box, other]
    movie.iTunesItems = items.map(\.box)
    let track = WrittenTrack(TrackDescription(kind: .audio, timeScale: 1))
    let builder = MoovBuilder(
      format: .mp4, movie: movie, timeScale: 1, tracks: [track], mediaStart: 0, hasWideOffsets: false)
    let moov = try #require(try ByteReader(builder.boxes().bytes, boxType: "file").firstBox("moov"))
    let userData = try #require(try moov.contents.firstBox("udta"))
    let read = UserData(userData.opaque)
    #expect(read.texts == [text])
    #expect(read.iso == [iso, album])
    #expect(read.iTunes == items)
    #expect(read.others == [other])
  }

  @Test func `QuickTime's text has its length and its language before it`() {
    let box = UserDataText("©cpy", [.init("ab", Language("eng")!)]).box
    #expect(box.payload == [0, 2, 0x15, 0xC7, 97, 98])
  }

  @Test func `ISO's text is a full box of a language and a terminated text`() {
    let box = ISOUserData("cprt", "ab", language: Language("eng")!).box
    #expect(box.payload == [0, 0, 0, 0, 0x15, 0xC7, 97, 98, 0])
  }

  @Test func `texts of Macintosh languages may be in its character set`() throws {
    // Language 2 is German, and 0x9F is ü in it; the text of the second is UTF-8 all the same.
    let bytes: [UInt8] = [0, 3, 0, 2, 0x47, 0x9F, 0x6E, 0, 2, 0, 0, 0xC3, 0xBC]
    let read = UserData(OpaqueBox("udta") { $0.box(OpaqueBox("©nam", bytes)) })
    #expect(read.texts.first?.texts.map(\.text) == ["Gün", "ü"])
    #expect(read.texts.first?.texts.map(\.language.code) == ["deu", "eng"])
    #expect(MacRoman.text(Array(0x80...0xFF)).unicodeScalars.count == 128)
    #expect(MacRoman.text([0xFF]) == "ˇ")
  }

  @Test func `ISO's text may be UTF-16`() {
    let bytes: [UInt8] = [0, 0, 0, 0, 0x15, 0xC7, 0xFE, 0xFF, 0x6F, 0x22, 0, 0, 9]
    let read = UserData(OpaqueBox("udta") { $0.box(OpaqueBox("albm", bytes)) })
    #expect(read.iso == [ISOUserData("albm", "漢", language: Language("eng")!, trailing: [9])])
  }

  @Test func `damaged user data is bounded`() {
    let whole = OpaqueBox("udta") { box in
      box.box(UserDataText("©nam", [.init("Title")]).box)
      box.box(ISOUserData("albm", "Album", trailing: [1]).box)
      box.fullBox("meta") { meta in
        meta.fullBox("hdlr") {
          $0.u32(0)
          $0.fourCC("mdir")
          $0.zeros(13)
        }
        meta.box("ilst") { $0.box(ITunesItem(.code("©nam"), [MetadataValue(text: "Name")]).box) }
      }
    }
    #expect(UserData(whole).iTunes.count == 1)
    var random = SeededGenerator(seed: 86)
    for _ in 0..<2000 {
      var bytes = whole.payload
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let read = UserData(OpaqueBox("udta", Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))))
      #expect(read.texts.count + read.iso.count + read.iTunes.count + read.others.count <= bytes.count / 8)
    }
  }
}
