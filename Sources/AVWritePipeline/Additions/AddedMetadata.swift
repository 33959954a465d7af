internal import AVFoundation

/// The cover and the chapters that other files give to an output.
struct AddedMetadata {
  /// The picture of `--cover`. Nil where none was named.
  let cover: AVMetadataItem?
  /// The chapters of `--chapters` that begin before the source ends, on the source's timeline. Nil where none were named.
  let chapters: [AVTimedMetadataGroup]?
  /// A warning about the chapters that begin when the source is over, which are left out; nil where there are none.
  let warning: String?

  /// Reads the files that are named.
  ///
  /// - Parameter duration: the source's duration, to which the last chapter lasts. Nil where nobody knows it.
  /// - Throws: `JobError` of exit 66 for a file that cannot be read, of 69 for one that is larger than 64 MiB, of 67
  ///   for a cover that is no JPEG or PNG, and of 78 for a list that is none.
  init(_ choice: MetadataChoice, from files: inout AddedFiles, duration: ExactTime?) throws(JobError) {
    cover = if let path = choice.cover { try Self.picture(try files.bytes(of: path), path) } else { nil }
    guard let path = choice.chapters else {
      (chapters, warning) = (nil, nil)
      return
    }
    let named = try ChapterFile(try files.bytes(of: path), path: path).chapters
    let late = duration.map { end in named.filter { $0.start >= end } } ?? []
    chapters = Self.groups(named.filter { chapter in duration.map { chapter.start < $0 } ?? true }, duration: duration)
    warning = duration.flatMap { late.isEmpty ? nil : Self.warning(of: late, in: path, duration: $0) }
  }

  private static func warning(of late: [ChapterFile.Chapter], in path: String, duration: ExactTime) -> String {
    let titles = late.map { "'\($0.title)'" }.joined(separator: ", ")
    let over = "at or after the end of the source (\(duration.clock))"
    return late.count == 1
      ? "\(path): the chapter \(titles) begins \(over), and is left out"
      : "\(path): the chapters \(titles) begin \(over), and are left out"
  }

  static let coverIdentifier = AVMetadataIdentifier.commonIdentifierArtwork.rawValue

  /// - Parameter path: the picture's file, for messages.
  private static func picture(_ bytes: [UInt8], _ path: String) throws(JobError) -> AVMetadataItem {
    let item = AVMutableMetadataItem()
    item.identifier = AVMetadataIdentifier(rawValue: coverIdentifier)
    item.value = Data(bytes) as NSData
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      item.dataType = kCMMetadataBaseDataType_JPEG as String
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      item.dataType = kCMMetadataBaseDataType_PNG as String
    } else {
      throw JobError(.inputNotMedia, "\(path): is not a JPEG or PNG picture")
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
