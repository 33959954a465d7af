internal import AVFoundation

extension MetadataFact {
  /// Nil for an item without a key or a value.
  init?(_ item: AVMetadataItem) {
    guard let identifier = item.identifier?.rawValue else { return nil }
    self.identifier = identifier
    languageTag = item.extendedLanguageTag
    meaning = item.commonKey?.rawValue ?? item.meaning
    if let text = item.plainText {
      value = text
    } else if let data = item.dataValue {
      value = "\(data.count) bytes"
    } else {
      return nil
    }
  }
}

extension ChapterFact {
  init(_ group: AVTimedMetadataGroup) {
    title = group.items.first?.stringValue
    start = ExactTime(group.timeRange.start) ?? .zero
    duration = ExactTime(group.timeRange.duration)
  }
}
