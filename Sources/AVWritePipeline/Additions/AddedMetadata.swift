internal import AVFoundation

/// The cover and the chapters that go from other files into an output.
struct AddedMetadata {
  /// The picture of `--cover`; nil where none was named.
  let cover: AVMetadataItem?
  /// The chapters of `--chapters`, on the source's timeline; nil where none were named.
  let chapters: [AVTimedMetadataGroup]?

  /// Reads the files that are named.
  ///
  /// - Parameter duration: the duration of the source, at which the last chapter ends; nil where it is not known.
  /// - Throws: `JobError` of exit 66 for a file that cannot be read, of 67 for a cover that is no JPEG or PNG, and of
  ///   78 for a file that is no list of chapters.
  init(_ choice: MetadataChoice, duration: ExactTime?) throws(JobError) {
    cover = try choice.cover.map { (path) throws(JobError) in try Self.picture(path) }
    chapters = try choice.chapters.map { (path) throws(JobError) in
      Self.groups(try ChapterFile(path: path).chapters, duration: duration)
    }
  }

  static let coverIdentifier = AVMetadataIdentifier.commonIdentifierArtwork.rawValue

  private static func picture(_ path: String) throws(JobError) -> AVMetadataItem {
    let bytes = try AddedFile.bytes(of: path)
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: coverIdentifier)
    item.value = Data(bytes) as NSData
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      item.dataType = kCMMetadataBaseDataType_JPEG as String
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      item.dataType = kCMMetadataBaseDataType_PNG as String
    } else {
      throw JobError(.inputNotMedia, "\(path): is no JPEG or PNG picture, and players show no other covers")
    }
    return item
  }

  /// Returns the chapters as groups, by their starts. A chapter without an end lasts to the start of the next.
  private static func groups(_ chapters: [ChapterFile.Chapter], duration: ExactTime?) -> [AVTimedMetadataGroup] {
    let ordered = chapters.enumerated().sorted {
      ($0.element.start.seconds, $0.offset) < ($1.element.start.seconds, $1.offset)
    }
    .map(\.element)
    return ordered.enumerated().map { index, chapter in
      let title = AVMutableMetadataItem()
      title.identifier = .commonIdentifierTitle
      title.value = chapter.title as NSString
      title.extendedLanguageTag = chapter.language
      let next = index + 1 < ordered.count ? ordered[index + 1].start : duration
      let start = CMTime(chapter.start)
      let end = (chapter.end ?? next).map { max(start, CMTime($0)) }
      let range =
        end.map { CMTimeRange(start: start, end: $0) } ?? CMTimeRange(start: start, duration: .positiveInfinity)
      return AVTimedMetadataGroup(items: [title], timeRange: range)
    }
  }
}
