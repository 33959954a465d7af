import AVFoundation
import TestSupport
import Testing

/// Metadata of files and tracks in every key space: written, read back, and read by others.
@Suite("Metadata of files and tracks")
struct MetadataTests {
  private func item(
    _ identifier: AVMetadataIdentifier, _ value: any NSCopying & NSObjectProtocol, language: String? = nil,
    dataType: CFString? = nil
  ) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    item.value = value
    item.extendedLanguageTag = language
    if let dataType { item.dataType = dataType as String }
    return item
  }

  private func text(_ identifier: AVMetadataIdentifier, _ text: String, language: String? = nil) -> AVMetadataItem {
    item(identifier, NSString(string: text), language: language)
  }

  private func number(_ identifier: AVMetadataIdentifier, _ number: Int) -> AVMetadataItem {
    item(identifier, NSNumber(value: number))
  }

  /// A picture of one black pixel.
  private static let png = Data(
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D] + Array("IHDR".utf8)
      + [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55, 0, 0, 0, 0x0A] + Array("IDAT".utf8)
      + [0x78, 0x9C, 0x63, 0x60, 0, 0, 0, 2, 0, 1, 0x48, 0xAF, 0xA4, 0x71, 0, 0, 0, 0] + Array("IEND".utf8)
      + [0xAE, 0x42, 0x60, 0x82])

  private func write(
    _ url: URL, _ fileType: AVFileType, _ items: [AVMetadataItem], track: [AVMetadataItem] = []
  ) throws {
    try WrittenFile.audio(url, fileType: fileType, settings: Settings.aac(), count: 4096) { writer, input in
      writer.metadata = items
      input.metadata = track
      #expect(writer.metadata.count == items.count)
      #expect(input.metadata.count == track.count)
    }
  }

  /// Identifiers, texts and languages, to compare what was read with what was written.
  private func said(_ items: [AVMetadataItem]) -> [String] {
    items.map {
      "\($0.identifier?.rawValue ?? "none") = \($0.stringValue ?? "none") (\($0.extendedLanguageTag ?? "-"))"
    }
  }

  private var quickTime: [AVMetadataItem] {
    [
      text(.quickTimeMetadataTitle, "Título", language: "pt"),
      text(.quickTimeMetadataCreationDate, "2026-11-21T14:00:00Z"),
      text(.quickTimeMetadataLocationISO6709, "+48.2082+016.3738/"),
      item(
        AVMetadataIdentifier("mdta/org.example.ratio"), NSNumber(value: 1.5), dataType: kCMMetadataBaseDataType_Float64),
      item(
        AVMetadataIdentifier("mdta/org.example.count"), NSNumber(value: -7), dataType: kCMMetadataBaseDataType_SInt8),
    ]
  }

  private var userData: [AVMetadataItem] {
    [
      text(.quickTimeUserDataFullName, "Title", language: "en"),
      text(.quickTimeUserDataFullName, "Titel", language: "de"),
      text(.quickTimeUserDataCopyright, "© 2026"),
    ]
  }

  private var iTunes: [AVMetadataItem] {
    [
      text(.iTunesMetadataSongName, "Song"), text(.iTunesMetadataArtist, "Artist"), text(.iTunesMetadataAlbum, "Album"),
      text(.iTunesMetadataUserGenre, "Chamber"), number(.iTunesMetadataTrackNumber, 3),
      number(.iTunesMetadataDiscNumber, 2), number(.iTunesMetadataBeatsPerMin, 120),
      number(.iTunesMetadataDiscCompilation, 1), item(.iTunesMetadataCoverArt, NSData(data: Self.png)),
      text(AVMetadataIdentifier("itlk/com.apple.iTunes.MOOD"), "calm"),
    ]
  }

  // MARK: Our own reading

  @Test func `AW-15, WI-20: nothing is written by default`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, .mov, [])
    let asset = AVURLAsset(url: url)
    #expect(asset.metadata.isEmpty && asset.availableMetadataFormats.isEmpty && asset.tracks[0].metadata.isEmpty)
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func `AW-15, WI-20: QuickTime metadata and user data of a movie and of a track`(_ fileType: AVFileType) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out")
    try write(url, fileType, quickTime + userData, track: [quickTime[0]] + userData)
    let asset = AVURLAsset(url: url)
    let expected = said(quickTime + userData)
    let read = asset.metadata.filter { $0.keySpace != .iTunes && $0.keySpace?.rawValue != "itlk" }
    #expect(said(read) == expected)
    #expect(asset.availableMetadataFormats.starts(with: [.quickTimeMetadata, .quickTimeUserData]))
    #expect(said(asset.metadata(forFormat: .quickTimeUserData)) == said(userData))
    #expect(said(asset.tracks[0].metadata) == said([quickTime[0]] + userData))
    #expect(asset.tracks[0].availableMetadataFormats == [.quickTimeMetadata, .quickTimeUserData])
    let ratio = read.first { $0.identifier?.rawValue == "mdta/org.example.ratio" }
    #expect(ratio?.numberValue == 1.5)
    #expect(ratio?.dataType == String(describing: kCMMetadataBaseDataType_Float64))
    let count = read.first { $0.identifier?.rawValue == "mdta/org.example.count" }
    #expect(count?.numberValue == -7)
    #expect(count?.dataType == String(describing: kCMMetadataBaseDataType_SInt8))
  }

  @Test(arguments: [AVFileType.m4a, .mp4, .mov])
  func `AW-15: iTunes metadata of an MPEG-4 file`(_ fileType: AVFileType) throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out")
    try write(url, fileType, iTunes)
    let asset = AVURLAsset(url: url)
    let read = asset.metadata(forFormat: .iTunesMetadata)
    func value(_ identifier: AVMetadataIdentifier) -> AVMetadataItem? { read.first { $0.identifier == identifier } }
    #expect(value(.iTunesMetadataSongName)?.stringValue == "Song")
    #expect(value(.iTunesMetadataTrackNumber)?.dataValue == Data([0, 0, 0, 3, 0, 0, 0, 0]))
    #expect(value(.iTunesMetadataDiscNumber)?.dataValue == Data([0, 0, 0, 2, 0, 0]))
    #expect(value(.iTunesMetadataBeatsPerMin)?.numberValue == 120)
    #expect(value(.iTunesMetadataCoverArt)?.dataValue == Self.png)
    #expect(value(.iTunesMetadataCoverArt)?.dataType == String(describing: kCMMetadataBaseDataType_PNG))
    #expect(value(AVMetadataIdentifier("itlk/com.apple.iTunes.MOOD"))?.stringValue == "calm")
  }

  @Test func `AW-15: ISO user data of an MPEG-4 file, of every text that it has`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mp4")
    let items = [
      text(.isoUserDataCopyright, "© 2026", language: "en"), text(.identifier3GPUserDataTitle, "Titel", language: "de"),
      text(.identifier3GPUserDataAuthor, "Author", language: "en"),
    ]
    try write(url, .mp4, items)
    #expect(said(AVURLAsset(url: url).metadata(forFormat: .isoUserData)) == said(items))
  }

  @Test func `AW-15: what a file type does not carry is written under its own key that says the same`() throws {
    let folder = try TemporaryFolder()
    let items = [
      text(.commonIdentifierTitle, "Common"), text(.identifier3GPUserDataAuthor, "Author"),
      text(AVMetadataIdentifier("icy/StreamUrl"), "nowhere"),
    ]
    try write(folder.file("out.mov"), .mov, items)
    #expect(
      said(AVURLAsset(url: folder.file("out.mov")).metadata) == [
        "mdta/com.apple.quicktime.title = Common (-)", "mdta/com.apple.quicktime.author = Author (-)",
      ])
    try write(folder.file("out.m4a"), .m4a, items)
    let title = AVURLAsset(url: folder.file("out.m4a")).metadata.first { $0.identifier == .iTunesMetadataSongName }
    #expect(title?.stringValue == "Common")
  }

  @Test func `items with a common key are found under it`() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    try write(url, .mov, quickTime)
    let asset = AVURLAsset(url: url)
    #expect(
      asset.commonMetadata.map(\.identifier) == [
        .commonIdentifierTitle, .commonIdentifierCreationDate, .commonIdentifierLocation,
      ])
    #expect(asset.creationDate?.stringValue == "2026-11-21T14:00:00Z")
    #expect(try await asset.loadMetadata(for: .quickTimeMetadata).count == quickTime.count)
    #expect(try await asset.tracks[0].loadMetadata(for: .quickTimeMetadata).isEmpty)
  }

  @Test func `AW-15: an item that changes after it was given does not change what is written`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.mov")
    let title = AVMutableMetadataItem()
    title.identifier = .quickTimeMetadataTitle
    title.value = NSString("Before")
    try WrittenFile.audio(url, settings: Settings.aac(), count: 4096) { writer, _ in
      writer.metadata = [title]
      title.value = NSString("After")
    }
    #expect(AVURLAsset(url: url).metadata.map(\.stringValue) == ["Before"])
  }

  @Test func `metadata of other containers is read as libavformat names it`() {
    let asset = AVURLAsset(url: Files.fixtures.appendingPathComponent("speech.mp3"))
    #expect(asset.metadata.allSatisfy { $0.keySpace == .id3 })
  }

  // MARK: Others' reading

  @Test(.enabled(if: Tool.exiftool.isInstalled(for: "its reading of metadata is not compared")))
  func `AW-15, WI-20: exiftool reads every key space`() throws {
    let folder = try TemporaryFolder()
    try write(folder.file("out.mov"), .mov, quickTime + userData)
    let movie = try MediaReport.exiftool(folder.file("out.mov"))
    #expect(movie["Keys:Title"] == "Título" || movie["Keys:Title-por"] == "Título", "\(movie)")
    #expect(movie["Keys:CreationDate"] == "2026:11:21 14:00:00Z")
    #expect(movie["UserData:Copyright"] == "© 2026")
    try write(folder.file("out.m4a"), .m4a, iTunes)
    let song = try MediaReport.exiftool(folder.file("out.m4a"))
    #expect(
      song["ItemList:Title"] == "Song" && song["ItemList:Artist"] == "Artist" && song["ItemList:Album"] == "Album")
    #expect(song["ItemList:BeatsPerMinute"] == "120")
    #expect(song["iTunes:Mood"] == "calm" || song["iTunes:MOOD"] == "calm", "\(song)")
    try write(folder.file("out.mp4"), .mp4, [text(.isoUserDataCopyright, "rights", language: "en")])
    let iso = try MediaReport.exiftool(folder.file("out.mp4"))
    #expect(iso.contains { $0.key.hasPrefix("UserData:Copyright") && $0.value == "rights" }, "\(iso)")
  }

  @Test(.enabled(if: Tool.atomicParsley.isInstalled(for: "its reading of metadata is not compared")))
  func `AW-15: AtomicParsley reads iTunes' list`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("out.m4a")
    try write(url, .m4a, iTunes)
    let lines = try MediaReport.atomicParsley(url)
    for expected in [
      "Atom \"©nam\" contains: Song", "Atom \"trkn\" contains: 3", "Atom \"disk\" contains: 2",
      "Atom \"tmpo\" contains: 120", "Atom \"cpil\" contains: true", "Atom \"covr\" contains: 1 piece of artwork",
    ] {
      #expect(lines.contains(expected), "\(lines)")
    }
  }

  @Test(.enabled(if: Tool.ffprobe.isInstalled(for: "its reading of metadata is not compared")))
  func `AW-15: ffprobe and mediainfo read titles`() throws {
    let folder = try TemporaryFolder()
    for (fileType, items) in [(AVFileType.mov, [text(.quickTimeMetadataTitle, "Title")]), (.m4a, iTunes)] {
      let url = folder.file(fileType == .mov ? "out.mov" : "out.m4a")
      try write(url, fileType, items)
      let text = try Tool.ffprobe.run(["-v", "error", "-show_entries", "format_tags", "-of", "json", url.path]).text
      let title = fileType == .mov ? "Title" : "Song"
      #expect(text.contains("\"title\": \"\(title)\"") || text.contains("quicktime.title\": \"\(title)\""), "\(text)")
      if fileType == .m4a, Tool.mediainfo.isInstalled(for: "its reading of metadata is not compared") {
        #expect(try MediaReport.mediainfo(url)[0].values.contains(title))
      }
    }
  }
}
