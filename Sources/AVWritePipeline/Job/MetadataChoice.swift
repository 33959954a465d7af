internal import AVFoundation

/// The settings of the metadata of the file and its tracks. All that the container has a place for is kept.
public struct MetadataChoice: Sendable, Hashable, Codable {
  /// One item: its meaning, or its key in one key space, and its text.
  public struct Item: Sendable, Hashable, Codable {
    /// A name that people use, such as `title` or `album_artist`, or an identifier, such as `itsk/%A9nam`.
    public var key: String
    /// The text; if it is empty, the item is left out.
    public var value: String

    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The items of the file, each in place of the source's.
  public var items: [Item] = []
  /// The items of tracks, by the identifiers of the source's tracks.
  public var trackItems: [Int32: [Item]] = [:]
  /// The languages of tracks, by the identifiers of the source's tracks.
  public var languages: [Int32: LanguageTag] = [:]
  /// The path of a JPEG or PNG file that replaces the source's covers. Nil keeps these.
  public var cover: String?
  /// The path of a list of chapters that replaces the source's (`ChapterFile`). Nil keeps these.
  public var chapters: String?
  /// A Boolean value that says whether all items that are not set here are left out, and all attached files except
  /// fonts. They are kept when nil.
  public var isStripped: Bool?
  /// A Boolean value that says whether the location of the recording is removed. Nil means false.
  public var isLocationStripped: Bool?

  public init() {}
}

extension MetadataChoice {
  /// `trackItems` as a list, by track.
  public var listedTrackItems: [OfTrack<Item>] {
    get {
      trackItems.sorted { $0.key < $1.key }.flatMap { track, items in
        items.map { OfTrack(track: track, value: $0) }
      }
    }
    set {
      trackItems = [:]
      for item in newValue { trackItems[item.track, default: []].append(item.value) }
    }
  }

  /// `languages` as a list, by track.
  public var listedLanguages: [OfTrack<LanguageTag>] {
    get {
      languages.sorted { $0.key < $1.key }.map { OfTrack(track: $0.key, value: $0.value) }
    }
    set {
      languages = [:]
      for language in newValue { languages[language.track] = language.value }
    }
  }
}

extension MetadataChoice.Item {
  /// The names that are shown to people. Others in the engine's table of meanings work as well.
  public static let names = [
    "title", "artist", "album", "album_artist", "composer", "genre", "date", "track", "disc", "comment", "description",
    "lyrics", "copyright", "publisher", "author", "language", "location", "make", "model", "software",
  ]

  /// Apple's common keys that no container has a place for.
  private static let otherKeys = ["subject", "lastModifiedDate", "format", "identifier", "source", "relation"]

  /// Creates an item from an argument. Returns nil for a text that is not `KEY=VALUE` with a known name or an
  /// identifier, and for a value that the key does not take: no number for a number of iTunes', or any text for a
  /// picture.
  public init?(argument: some StringProtocol) {
    guard let place = argument.firstIndex(of: "=") else { return nil }
    key = String(argument[..<place])
    value = String(argument[argument.index(after: place)...])
    // Identifiers have a key space before their slash.
    let parts = key.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 ? !parts.contains(where: \.isEmpty) : Self.identifier(named: key) != nil else { return nil }
    if !value.isEmpty, AVMetadataItem(value, for: AVMetadataIdentifier(rawValue: identifier)) == nil { return nil }
  }

  private static func identifier(named name: String) -> String? {
    AVMetadataIdentifier(named: name)?.rawValue ?? (otherKeys.contains(name) ? "common/\(name)" : nil)
  }

  /// The key with its key space.
  var identifier: String { Self.identifier(named: key) ?? key }

  /// The item as the asset's metadata holds it.
  var metadataItem: AVMetadataItem {
    let known = AVMetadataIdentifier(rawValue: identifier)
    if let item = AVMetadataItem(value, for: known) { return item }
    let item = AVMutableMetadataItem()
    item.identifier = known
    item.value = value as NSString
    return item
  }

  /// Returns whether this item replaces an item of the source.
  func replaces(_ fact: MetadataFact) -> Bool {
    fact.identifier == identifier || fact.name.map { $0 == metadataItem.meaning } ?? false
  }
}

extension MetadataChoice {
  /// Returns the reason why an item of the source is not written, or nil if it is.
  ///
  /// - Parameter track: the item's track, or nil for an item of the file.
  func reasonAgainst(_ fact: MetadataFact, of track: Int32?) -> String? {
    if isStripped == true { return Self.stripping }
    if track == nil, cover != nil, fact.meaning == "artwork" { return "--cover" }
    if fact.isLocation, let reasonAgainstLocation { return reasonAgainstLocation }
    return items(of: track).contains { $0.replaces(fact) } ? Self.option(track) : nil
  }

  /// Returns the reason why an attached file of the source is not written, or nil if it is. A font is no statement
  /// about the media: subtitles are shown with it.
  func reasonAgainst(_ file: AttachmentFact) -> String? { isStripped == true && !file.isFont ? Self.stripping : nil }

  /// The reason why no location of the recording is written, or nil if it is written.
  var reasonAgainstLocation: String? {
    if isStripped == true { return Self.stripping }
    return isLocationStripped == true ? "--strip-location" : nil
  }

  private static let stripping = "--strip-metadata"

  /// The identifiers of the source's tracks that have settings here.
  var tracks: Set<Int32> { Set(trackItems.keys).union(languages.keys) }

  /// A Boolean value that says whether the output keeps the source's date of creation.
  var keepsCreationDate: Bool { isStripped != true && !items.contains { $0.identifier == "common/creationDate" } }

  func items(of track: Int32?) -> [Item] { track.map { trackItems[$0] ?? [] } ?? items }

  static func option(_ track: Int32?) -> String { track == nil ? "--metadata" : "--track-metadata" }
}

extension MetadataFact {
  /// A Boolean value that says whether the item states where the recording was made.
  var isLocation: Bool {
    containsLocation || meaning == "location" || identifier.lowercased().contains("location")
      || ["udta/%A9xyz", "uiso/loci"].contains(identifier)
  }
}
