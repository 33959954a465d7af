import AVFoundation
import TestSupport
import Testing

@Suite("Metadata items")
struct MetadataItemTests {
  static func item(
    _ identifier: AVMetadataIdentifier, _ value: (any NSCopying & NSObjectProtocol)?, language: String? = nil,
    dataType: CFString? = nil
  ) -> AVMutableMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = identifier
    item.value = value
    item.extendedLanguageTag = language
    item.dataType = dataType.map { String(describing: $0) }
    return item
  }

  @Test func `the identifier sets key and key space, and these set it`() {
    let item = AVMutableMetadataItem()
    item.identifier = .iTunesMetadataSongName
    #expect(item.keySpace == .iTunes)
    #expect(item.key as? NSString == "@nam")
    #expect(item.commonKey == .commonKeyTitle)
    item.key = NSString(string: AVMetadataKey.iTunesMetadataKeyAlbum.rawValue)
    #expect(item.identifier == .iTunesMetadataAlbum)
    item.keySpace = nil
    #expect(item.identifier == nil)
    item.keySpace = .quickTimeMetadata
    item.key = NSString(string: "com.apple.quicktime.title")
    #expect(item.identifier == .quickTimeMetadataTitle)
  }

  @Test func `a copy is immutable and a mutable copy is one's own`() throws {
    let item = Self.item(.quickTimeMetadataTitle, NSString(string: "one"))
    let copy = try #require(item.copy() as? AVMetadataItem)
    #expect(!(copy is AVMutableMetadataItem))
    let other = try #require(copy.mutableCopy() as? AVMutableMetadataItem)
    item.value = NSString(string: "two")
    other.value = NSString(string: "three")
    #expect([copy.stringValue, item.stringValue, other.stringValue] == ["one", "two", "three"])
    let text = NSMutableString(string: "before")
    item.value = text
    text.append(" and after")
    #expect(item.stringValue == "before")
  }

  @Test func `a value can be read as text, number, date and bytes, where it has that form`() {
    let number = Self.item(.quickTimeMetadataRatingUser, NSNumber(value: 4.5))
    #expect(number.stringValue == "4.5")
    #expect(number.numberValue == 4.5)
    #expect(number.dateValue == nil)
    #expect(number.dataType == String(describing: kCMMetadataBaseDataType_Float64))
    #expect(number.dataValue == Data([0x40, 0x12, 0, 0, 0, 0, 0, 0]))

    let date = Self.item(.quickTimeMetadataCreationDate, NSString(string: "2012-04-21T12:30:00+0200"))
    #expect(date.dateValue == Date(timeIntervalSince1970: 1_335_004_200))
    #expect(Self.item(.quickTimeMetadataCreationDate, NSString(string: "2012-04-21")).dateValue != nil)
    #expect(date.numberValue == nil)
    #expect(date.dataValue == Data("2012-04-21T12:30:00+0200".utf8))
    #expect(Self.item(.quickTimeMetadataTitle, NSString(string: " 12 ")).numberValue == 12)

    let bytes = Self.item(.commonIdentifierArtwork, NSData(data: Data([1, 2])), dataType: kCMMetadataBaseDataType_JPEG)
    #expect(bytes.dataValue == Data([1, 2]))
    #expect(bytes.stringValue == nil)
  }

  struct Stored: Sendable, CustomTestStringConvertible {
    var type: String
    var value: @Sendable () -> any NSCopying & NSObjectProtocol
    var bytes: [UInt8]?
    var testDescription: String { "\(type) \(bytes.map { "\($0)" } ?? "refused")" }

    init(
      _ type: CFString, _ value: @autoclosure @escaping @Sendable () -> any NSCopying & NSObjectProtocol,
      _ bytes: [UInt8]?
    ) {
      self.type = String(describing: type)
      self.value = value
      self.bytes = bytes
    }
  }

  static let storedValues: [Stored] = [
    Stored(kCMMetadataBaseDataType_UTF8, NSString(string: "é"), [0xC3, 0xA9]),
    Stored(kCMMetadataBaseDataType_UTF16, NSString(string: "é"), [0, 0xE9]),
    Stored(kCMMetadataBaseDataType_SInt8, NSNumber(value: -2), [0xFE]),
    Stored(kCMMetadataBaseDataType_SInt8, NSNumber(value: 128), nil),
    Stored(kCMMetadataBaseDataType_SInt16, NSNumber(value: -2), [0xFF, 0xFE]),
    Stored(kCMMetadataBaseDataType_SInt32, NSNumber(value: 1), [0, 0, 0, 1]),
    Stored(kCMMetadataBaseDataType_SInt64, NSNumber(value: Int64.min), [0x80, 0, 0, 0, 0, 0, 0, 0]),
    Stored(kCMMetadataBaseDataType_UInt8, NSNumber(value: 255), [0xFF]),
    Stored(kCMMetadataBaseDataType_UInt8, NSNumber(value: -1), nil),
    Stored(kCMMetadataBaseDataType_UInt16, NSNumber(value: 258), [1, 2]),
    Stored(kCMMetadataBaseDataType_UInt32, NSNumber(value: 1.5), nil),
    Stored(kCMMetadataBaseDataType_UInt64, NSNumber(value: UInt64.max), [UInt8](repeating: 0xFF, count: 8)),
    Stored(kCMMetadataBaseDataType_Float32, NSNumber(value: 1.5), [0x3F, 0xC0, 0, 0]),
    Stored(
      kCMMetadataBaseDataType_PointF32, ["X": NSNumber(value: 1.0), "Y": NSNumber(value: -2.0)] as NSDictionary,
      [0x3F, 0x80, 0, 0, 0xC0, 0, 0, 0]),
    Stored(kCMMetadataBaseDataType_PointF32, NSString(string: "1"), nil),
    Stored(kCMMetadataBaseDataType_JSON, ["a": NSNumber(value: 1)] as NSDictionary, Array(#"{"a":1}"#.utf8)),
    Stored(kCMMetadataDataType_QuickTimeMetadataLocation_ISO6709, NSString(string: "+1-2/"), Array("+1-2/".utf8)),
  ]

  @Test(arguments: storedValues)
  func `each data type has its bytes, and refuses what it cannot hold`(stored: Stored) {
    let item = AVMutableMetadataItem()
    item.dataType = stored.type
    item.value = stored.value()
    #expect(item.dataValue.map { [UInt8]($0) } == stored.bytes)
  }

  @Test func `filters by identifier, key, key space, locale and language`() {
    let items: [AVMetadataItem] = [
      Self.item(.quickTimeMetadataTitle, NSString(string: "q"), language: "en-US"),
      Self.item(.iTunesMetadataSongName, NSString(string: "i"), language: "de"),
      Self.item(.id3MetadataTitleDescription, NSString(string: "t")),
      Self.item(.quickTimeMetadataArtist, NSString(string: "a"), language: "fr-CA"),
    ]
    func values(_ items: [AVMetadataItem]) -> [String?] { items.map(\.stringValue) }
    #expect(
      values(AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .iTunesMetadataSongName)) == ["i"])
    #expect(
      values(AVMetadataItem.metadataItems(from: items, filteredByIdentifier: .commonIdentifierTitle))
        == ["q", "i", "t"])
    #expect(
      values(
        AVMetadataItem.metadataItems(from: items, withKey: AVMetadataKey.commonKeyTitle, keySpace: .common))
        == ["q", "i", "t"])
    #expect(values(AVMetadataItem.metadataItems(from: items, withKey: "@nam", keySpace: .iTunes)) == ["i"])
    #expect(
      values(AVMetadataItem.metadataItems(from: items, withKey: nil, keySpace: .quickTimeMetadata)) == ["q", "a"])
    #expect(values(AVMetadataItem.metadataItems(from: items, withKey: "TIT2", keySpace: nil)) == ["t"])
    #expect(values(AVMetadataItem.metadataItems(from: items, with: Locale(identifier: "de"))) == ["i"])
    #expect(
      values(
        AVMetadataItem.metadataItems(
          from: items, filteredAndSortedAccordingToPreferredLanguages: ["fr", "de-AT", "en"])) == ["a", "i", "q"])
  }

  @Test func `the filter for sharing keeps back places and names, and lets rights through`() {
    let items: [AVMetadataItem] = [
      Self.item(.quickTimeMetadataLocationISO6709, NSString(string: "+1+2/")),
      Self.item(.quickTimeMetadataCopyright, NSString(string: "c")),
      Self.item(.quickTimeMetadataAuthor, NSString(string: "someone")),
      Self.item(.iTunesMetadataAppleID, NSString(string: "id")),
      Self.item(AVMetadataIdentifier("mdta/com.example.secret"), NSString(string: "s")),
    ]
    let shared = AVMetadataItem.metadataItems(from: items, filteredBy: .forSharing())
    #expect(shared.map(\.identifier) == [.quickTimeMetadataCopyright, .iTunesMetadataAppleID])
  }

  // MARK: Loading

  @Test func `KV-03, KV-04: known values are loaded at once, several in the order of the arguments`() async throws {
    let item: AVMetadataItem = Self.item(.quickTimeMetadataTitle, NSString(string: "12"))
    #expect(try await item.load(.stringValue) == "12")
    let (text, number, date) = try await item.load(.stringValue, .numberValue, .dateValue)
    #expect(text == "12")
    #expect(number == 12)
    #expect(date == nil)
    let pair = try await item.load(.numberValue, .stringValue)
    #expect(pair.0 == 12 && pair.1 == "12")
    guard case .loaded("12") = item.status(of: .stringValue) else {
      Issue.record("the value is known")
      return
    }
  }

  @Test func `KV-05, KV-08: a value on demand is asked for once, whoever waits`() async throws {
    let (requests, asked) = AsyncStream.makeStream(of: AVMetadataItemValueRequest.self)
    let item = AVMetadataItem(propertiesOfMetadataItem: Self.item(.quickTimeMetadataTitle, nil)) { asked.yield($0) }
    guard case .notYetLoaded = item.status(of: .value) else {
      Issue.record("nobody has asked")
      return
    }
    async let first = item.load(.stringValue)
    async let second = item.load(.stringValue)
    var iterator = requests.makeAsyncIterator()
    let request = try #require(await iterator.next())
    if case .loading = item.status(of: .value) {} else { Issue.record("the request is not answered yet") }
    #expect(request.metadataItem === item)
    request.respond(value: NSString(string: "late"))
    request.respond(value: NSString(string: "later"))
    #expect(try await [first, second] == ["late", "late"])
    #expect(item.stringValue == "late")
    #expect(item.identifier == .quickTimeMetadataTitle)
    asked.finish()
    #expect(await iterator.next() == nil)
  }

  @Test func `KV-07: an error is thrown, and the value is nil; a request that is dropped is an error`() async throws {
    struct Refused: Error {}
    let item = AVMetadataItem(propertiesOfMetadataItem: AVMetadataItem()) { $0.respond(error: Refused()) }
    await #expect(throws: (any Error).self) { try await item.load(.value) }
    #expect(item.value == nil)
    guard case .failed = item.status(of: .value) else {
      Issue.record("the load has failed")
      return
    }
    let dropped = AVMetadataItem(propertiesOfMetadataItem: AVMetadataItem()) { _ in }
    try await bounded { #expect(dropped.value == nil) }
  }

  // MARK: Groups

  @Test func `groups have items and times, and mutable copies of their own`() throws {
    let title = Self.item(.commonIdentifierTitle, NSString(string: "chapter"))
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 3, timescale: 1))
    let group = AVTimedMetadataGroup(items: [title], timeRange: range)
    let mutable = try #require(group.mutableCopy() as? AVMutableTimedMetadataGroup)
    mutable.timeRange = .zero
    mutable.items = []
    #expect(group.timeRange == range)
    #expect(group.items.map(\.stringValue) == ["chapter"])
    let back = try #require(mutable.copy() as? AVTimedMetadataGroup)
    #expect(!(back is AVMutableTimedMetadataGroup))

    let start = Date(timeIntervalSince1970: 0)
    let dates = AVDateRangeMetadataGroup(items: [title], start: start, end: nil)
    let later = try #require(dates.mutableCopy() as? AVMutableDateRangeMetadataGroup)
    later.endDate = start.addingTimeInterval(1)
    #expect(dates.endDate == nil)
    #expect(later.startDate == start)
    #expect(later.items.count == 1)
  }
}
