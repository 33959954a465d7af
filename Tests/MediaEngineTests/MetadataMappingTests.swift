import CoreMedia
import Testing

@testable import MediaEngine

/// What metadata becomes in another container.
@Suite struct MetadataMappingTests {
  private func record(_ written: String, _ text: String, info: String? = nil, language: String? = nil) throws
    -> MetadataRecord
  {
    var record = MetadataRecord(
      try #require(MetadataIdentifier(written)), dataType: MetadataDataType.utf8.rawValue, Array(text.utf8),
      languageTag: language)
    record.attributes[.info] = info
    return record
  }

  /// In words: what is written where, and under which name.
  private func written(_ records: [MetadataRecord], to container: ContainerFormat) -> [String] {
    MetadataMapping(to: container).records(records).map { record in
      let name = record.attributes[.info].map { "[\($0)]" } ?? ""
      let value =
        record.dataType == MetadataDataType.utf8.rawValue
        ? String(decoding: record.bytes, as: UTF8.self) : "\(record.bytes)"
      return "\(record.identifier.written)\(name)=\(value)"
    }
  }

  // MARK: The table

  @Test func `every row of the table is well written, and no identifier is in two`() {
    let all = MetadataMeaning.all
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(Set(all.map { $0.freeName.lowercased() }).count == all.count)
    var seen: Set<MetadataIdentifier> = []
    for meaning in all {
      #expect(!meaning.identifiers.isEmpty, "\(meaning.name)")
      for identifier in meaning.identifiers + meaning.synonyms + meaning.totals {
        #expect(seen.insert(identifier).inserted, "\(identifier.written)")
        // Another spelling would never be found.
        #expect(MetadataIdentifier(identifier.written) == identifier)
      }
    }
    // A text that is no identifier is left out by a row.
    #expect(seen.count > 300)
  }

  // MARK: Fields

  @Test(arguments: [
    (ContainerFormat.quickTime, "mdta/com.apple.quicktime.artist"), (.m4a, "itsk/%A9ART"), (.mp4, "itsk/%A9ART"),
    (.mp3, "id3/TPE1"), (.aiff, "id3/TPE1"), (.flac, "vorb/ARTIST"), (.ogg, "vorb/ARTIST"),
    (.matroska, "org.matroska/ARTIST"), (.wav, "caaf/info-artist"), (.caf, "caaf/info-artist"),
  ])
  func `a field is written under the container's own identifier`(container: ContainerFormat, identifier: String) throws
  {
    let sources = [
      "udta/%A9ART", "mdta/com.apple.quicktime.artist", "itsk/%A9ART", "uiso/perf", "id3/TPE1", "id3/%00TP1",
      "vorb/ARTIST", "org.matroska/ARTIST", "caaf/info-artist", "common/artist",
    ]
    for source in sources {
      let record = try record(source, "Ann")
      let isKept = container.writes(record.identifier)
      #expect(written([record], to: container) == [(isKept ? source : identifier) + "=Ann"])
    }
  }

  @Test func `numbers of many are bytes, a text, or two fields`() throws {
    var number = try record("itsk/trkn", "")
    (number.dataType, number.bytes) = (0, [0, 0, 0, 3, 0, 12, 0, 0])
    #expect(written([number], to: .mp3) == ["id3/TRCK=3/12"])
    #expect(written([number], to: .flac) == ["vorb/TRACKNUMBER=3", "vorb/TRACKTOTAL=12"])
    #expect(written([number], to: .matroska) == ["org.matroska/PART_NUMBER=3", "org.matroska/TOTAL_PARTS=12"])
    #expect(written([number], to: .caf) == ["caaf/info-track%20number=3/12"])
    let fields = [try record("vorb/TOTALTRACKS", "12"), try record("vorb/TRACKNUMBER", "3")]
    #expect(written(fields, to: .m4a) == ["itsk/trkn=[0, 0, 0, 3, 0, 12, 0, 0]"])
    #expect(written([try record("id3/TPOS", "1/2")], to: .m4a) == ["itsk/disk=[0, 0, 0, 1, 0, 2]"])
    // A whole without its part is no number of many, and a side of a record is none either.
    #expect(
      written([try record("vorb/TRACKTOTAL", "12")], to: .m4a) == ["itlk/com.apple.iTunes.TRACKTOTAL=12"])
    #expect(written([try record("id3/TRCK", "A1")], to: .m4a) == ["itlk/com.apple.iTunes.track=A1"])
    #expect(written([try record("id3/TRCK", "99999/1")], to: .m4a) == ["itlk/com.apple.iTunes.track=99999/1"])
  }

  @Test func `whole numbers are bytes of their width, and others stay text`() throws {
    #expect(written([try record("id3/TBPM", "128")], to: .m4a) == ["itsk/tmpo=[0, 128]"])
    #expect(written([try record("vorb/BPM", "128.0")], to: .m4a) == ["itsk/tmpo=[0, 128]"])
    #expect(written([try record("vorb/BPM", "128.5")], to: .m4a) == ["itlk/com.apple.iTunes.BPM=128.5"])
    var flag = try record("itsk/cpil", "")
    (flag.dataType, flag.bytes) = (MetadataDataType.signed.rawValue, [1])
    #expect(written([flag], to: .mp3) == ["id3/TCMP=1"])
    #expect(written([try record("vorb/COMPILATION", "1")], to: .m4a) == ["itsk/cpil=[1]"])
    var genre = try record("itsk/gnre", "")
    (genre.dataType, genre.bytes) = (0, [0, 9])
    #expect(written([genre], to: .flac) == ["vorb/GENRE=Jazz"])
  }

  @Test func `ID3 has Greenwich's time`() throws {
    let date = try record("mdta/com.apple.quicktime.creationdate", "2024-06-01T12:00:00+0200")
    #expect(written([date], to: .mp3) == ["id3/TDRC=2024-06-01T10:00:00"])
    #expect(written([date], to: .flac) == ["vorb/DATE=2024-06-01T12:00:00+0200"])
    #expect(
      written([try record("id3/TDRC", "2024-06-01T10:00:00")], to: .quickTime) == [
        "mdta/com.apple.quicktime.creationdate=2024-06-01T10:00:00Z"
      ])
    #expect(written([try record("id3/TDRC", "2024-06")], to: .m4a) == ["itsk/%A9day=2024-06"])
    #expect(written([try record("vorb/DATE", "in May")], to: .mp3) == ["id3/TDRC=in May"])
  }

  @Test func `what is said twice is written once`() throws {
    let records = [
      try record("mdta/com.apple.quicktime.title", "One"), try record("udta/%A9nam", "One", language: "en"),
      try record("udta/%A9nam", "Eins", language: "de"),
    ]
    #expect(written(records, to: .mp3) == ["id3/TIT2=One", "id3/TIT2=Eins"])
    #expect(written(records, to: .quickTime).count == 3)
  }

  // MARK: Free form

  @Test func `what has no field is written under its name, and comes back`() throws {
    let make = try record("mdta/com.apple.quicktime.make", "Maker")
    let lens = try record("mdta/com.apple.quicktime.camera.lens_model", "Lens 1.8")
    let own = try record("mdta/org.example.mood-of-day", "calm")
    let expected: [(ContainerFormat, [String])] = [
      (
        .mp3,
        [
          "id3/TXXX[com.apple.quicktime.make]=Maker", "id3/TXXX[com.apple.quicktime.camera.lens_model]=Lens 1.8",
          "id3/TXXX[org.example.mood-of-day]=calm",
        ]
      ),
      (
        .flac,
        [
          "vorb/COM.APPLE.QUICKTIME.MAKE=Maker", "vorb/COM.APPLE.QUICKTIME.CAMERA.LENS_MODEL=Lens 1.8",
          "vorb/ORG.EXAMPLE.MOOD-OF-DAY=calm",
        ]
      ),
      (
        .matroska,
        [
          "org.matroska/COM.APPLE.QUICKTIME.MAKE=Maker",
          "org.matroska/COM.APPLE.QUICKTIME.CAMERA.LENS_MODEL=Lens 1.8", "org.matroska/ORG.EXAMPLE.MOOD-OF-DAY=calm",
        ]
      ),
      (.m4a, [make, lens, own].map { "\($0.identifier.written)=\(String(decoding: $0.bytes, as: UTF8.self))" }),
      (.wav, []),
    ]
    for (container, texts) in expected {
      #expect(written([make, lens, own], to: container) == texts)
      guard !texts.isEmpty else { continue }
      let back = MetadataMapping(to: .quickTime).records(MetadataMapping(to: container).records([make, lens, own]))
      #expect(back == [make, lens, own], "\(container)")
    }
  }

  @Test func `names of other programs are kept in every free form`() throws {
    let texts = ["vorb/BARCODE", "org.matroska/BARCODE", "itlk/com.apple.iTunes.BARCODE", "caaf/info-BARCODE"]
    let expected: [(ContainerFormat, String)] = [
      (.flac, "vorb/BARCODE=1"), (.matroska, "org.matroska/BARCODE=1"), (.m4a, "itlk/com.apple.iTunes.BARCODE=1"),
      (.quickTime, "itlk/com.apple.iTunes.BARCODE=1"), (.mp3, "id3/TXXX[BARCODE]=1"), (.caf, "caaf/info-BARCODE=1"),
    ]
    for (container, text) in expected {
      for source in texts { #expect(written([try record(source, "1")], to: container) == [text]) }
      #expect(written([try record("id3/TXXX", "1", info: "BARCODE")], to: container) == [text])
    }
    #expect(written([try record("id3/TXXX", "1", info: "a=ü")], to: .flac) == [])
  }

  /// A user's text of ID3 2.2 has a frame of three letters.
  @Test(arguments: ["TXXX", "\0TXX"])
  func `a user's text of ID3 goes by its name, and needs one`(key: String) throws {
    let identifier: MetadataIdentifier = MetadataIdentifier(
      keySpace: MetadataRecord.KeySpace.id3, key: [UInt8](key.utf8))
    var text = MetadataRecord(identifier, dataType: MetadataDataType.utf8.rawValue, Array("cv".utf8))
    for container in [ContainerFormat.mp4, .flac, .matroska, .caf] {
      text.attributes[.info] = "custom_key"
      let place = MetadataMapping(to: container).identifier(for: text)
      #expect(place != nil)
      #expect(MetadataMapping(to: container).records([text]).first?.identifier == place)
      text.attributes[.info] = nil
      #expect(MetadataMapping(to: container).identifier(for: text) == nil)
    }
    text.attributes[.info] = "custom_key"
    #expect(written([text], to: .mp3) == ["id3/TXXX[custom_key]=cv"])
    #expect(written([text], to: .flac) == ["vorb/CUSTOM_KEY=cv"])
  }

  @Test func `a name that stands for a meaning finds its field`() throws {
    #expect(written([try record("id3/TXXX", "la", info: "LYRICS")], to: .m4a) == ["itsk/%A9lyr=la"])
    #expect(written([try record("id3/TXXX", "a", info: "description")], to: .flac) == ["vorb/DESCRIPTION=a"])
    #expect(written([try record("itsk/stik", "10")], to: .flac) == ["vorb/MEDIA_TYPE=10"])
    #expect(written([try record("vorb/MEDIA_TYPE", "10")], to: .m4a) == ["itsk/stik=[10]"])
  }

  @Test(arguments: [ContainerFormat.flac, .ogg, .mp3, .matroska, .aiff])
  func `a picture that is no JPEG or PNG is no text either`(container: ContainerFormat) throws {
    var picture = try record("itsk/covr", "")
    for (type, start) in [(MetadataDataType.bmp, "BM"), (.rawData, "RIFF"), (.utf8, "http://example.org/a.png")] {
      (picture.dataType, picture.bytes) = (type.rawValue, Array(start.utf8))
      #expect(MetadataMapping(to: container).records([picture]).isEmpty)
      #expect(MetadataMapping(to: container).identifier(for: picture) == nil)
      #expect(MetadataMapping(to: .m4a).records([picture]) == [picture])
    }
    #expect(MetadataMapping(to: container).identifier(for: picture.identifier) != nil)
  }

  @Test func `numbers and pictures without a field, and bytes, have no free form`() throws {
    var ratio = try record("mdta/org.example.ratio", "")
    (ratio.dataType, ratio.bytes) = (MetadataDataType.float64.rawValue, [0x3F, 0xF8, 0, 0, 0, 0, 0, 0])
    #expect(written([ratio], to: .flac) == ["vorb/ORG.EXAMPLE.RATIO=1.5"])
    var picture = try record("itsk/covr", "")
    (picture.dataType, picture.bytes) = (MetadataDataType.jpeg.rawValue, [0xFF, 0xD8, 0xFF, 0xE0])
    #expect(MetadataMapping(to: .caf).records([picture]).isEmpty)
    #expect(MetadataMapping(to: .mp3).records([picture]).map(\.identifier.written) == ["id3/APIC"])
    var bytes = try record("id3/PRIV", "")
    (bytes.dataType, bytes.bytes) = (0, [1, 2, 3])
    #expect(MetadataMapping(to: .flac).records([bytes]).isEmpty)
    #expect(MetadataMapping(to: .transportStream).records([try record("id3/TIT2", "a")]).isEmpty)
    // Bytes that are a text by chance are none either.
    let identifier: MetadataIdentifier = MetadataIdentifier(
      keySpace: MetadataRecord.KeySpace.audioFile, key: [UInt8]("iXML".utf8))
    let chunk = MetadataRecord(identifier, dataType: MetadataDataType.rawData.rawValue, Array("<a/>".utf8))
    for container in ContainerFormat.allCases {
      #expect(MetadataMapping(to: container).records([chunk]).isEmpty, "\(container)")
      #expect(MetadataMapping(to: container).identifier(for: chunk) == nil, "\(container)")
    }
  }
}
