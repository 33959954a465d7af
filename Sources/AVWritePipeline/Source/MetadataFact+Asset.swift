internal import AVFoundation
internal import Foundation

extension MetadataFact {
  /// Creates the fact of an item. Returns nil for one without a key or a value.
  init?(_ item: AVMetadataItem) {
    guard let identifier = item.identifier?.rawValue else { return nil }
    self.identifier = identifier
    languageTag = item.extendedLanguageTag
    name = item.meaning
    meaning = item.commonKey?.rawValue ?? name
    info = item.extraAttributes?[.info] as? String
    dataType = item.dataType
    if let text = item.plainText {
      value = text
    } else if let data = item.dataValue {
      value = "\(data.count) bytes"
      containsLocation = identifier == "udta/XMP_" && Self.namesLocation(data)
    } else {
      return nil
    }
  }

  /// Returns whether an XMP packet names a place. Exif, IPTC and its extension, Photoshop and dynamic media have
  /// properties for it.
  private static func namesLocation(_ packet: Data) -> Bool {
    [":GPS", ":Location", ":shotLocation", "photoshop:City", "photoshop:State", "photoshop:Country"]
      .contains { packet.range(of: Data($0.utf8)) != nil }
  }
}

extension ChapterFact {
  init(_ group: AVTimedMetadataGroup) {
    title = group.items.first?.stringValue
    start = ExactTime(group.timeRange.start) ?? .zero
    duration = ExactTime(group.timeRange.duration)
  }
}
