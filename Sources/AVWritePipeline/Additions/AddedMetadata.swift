internal import AVFoundation

/// The cover and the chapters that other files give to an output.
struct AddedMetadata {
  /// The picture of `--cover`. It is nil if none was named.
  let cover: AVMetadataItem?
  /// The chapters of `--chapters` that begin before the source ends, on the source's timeline. It is nil if none were
  /// named.
  let chapters: [AVTimedMetadataGroup]?
  /// The warnings about chapters that are left out: those that begin when the source is over, and those that last no time
  /// because another begins with them.
  let warnings: [String]

  /// Reads the files that are named.
  ///
  /// - Parameter duration: the source's duration, to which the last chapter lasts. It is nil if nobody knows it.
  /// - Throws: `JobError` of exit 66 for a file that cannot be read, of 69 for one that is larger than 64 MiB, of 67
  ///   for a cover that is no JPEG or PNG, and of 78 for a list that is none.
  init(_ choice: MetadataChoice, from files: inout AddedFiles, duration: ExactTime?) throws(JobError) {
    cover = if let path = choice.cover { try Self.picture(try files.bytes(of: path), path) } else { nil }
    guard let path = choice.chapters else {
      (chapters, warnings) = (nil, [])
      return
    }
    let named = try ChapterFile(try files.bytes(of: path), path: path).chapters
    let late = duration.map { end in named.filter { $0.start >= end } } ?? []
    let timed = Self.timed(named.filter { chapter in duration.map { chapter.start < $0 } ?? true })
    let brief = timed.filter { chapter in chapter.end.map { $0 <= chapter.start } ?? false }
    let lasting = timed.filter { chapter in chapter.end.map { $0 > chapter.start } ?? true }
    chapters = Self.groups(lasting, duration: duration)
    warnings = [
      duration.flatMap { Self.warning(of: late, "at or after the end of the source (\($0.clock))", in: path) },
      Self.warning(of: brief, "at the time of another that follows", in: path),
    ].compactMap(\.self)
  }

  /// Returns the warning about chapters that are left out, or nil if there are none.
  private static func warning(of chapters: [ChapterFile.Chapter], _ time: String, in path: String) -> String? {
    if chapters.isEmpty { return nil }
    let titles = chapters.map { "'\($0.title)'" }.joined(separator: ", ")
    return chapters.count == 1
      ? "\(path): the chapter \(titles) begins \(time), and is left out"
      : "\(path): the chapters \(titles) begin \(time), and are left out"
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

  /// Returns the chapters by their starts, each with its end but for the last: without one of its own that is later than
  /// the start, a chapter lasts to the start of the next.
  private static func timed(_ chapters: [ChapterFile.Chapter]) -> [ChapterFile.Chapter] {
    var ordered = chapters.enumerated().sorted {
      ($0.element.start.seconds, $0.offset) < ($1.element.start.seconds, $1.offset)
    }
    .map(\.element)
    for index in ordered.indices {
      let next = index + 1 < ordered.count ? ordered[index + 1].start : nil
      let end = ordered[index].end.flatMap { $0 > ordered[index].start ? $0 : nil }
      ordered[index].end = end ?? next
    }
    return ordered
  }

  /// Returns the chapters as groups. One without an end lasts to the end of the source.
  private static func groups(_ chapters: [ChapterFile.Chapter], duration: ExactTime?) -> [AVTimedMetadataGroup] {
    chapters.map { chapter in
      let title = AVMutableMetadataItem()
      title.identifier = .commonIdentifierTitle
      title.value = chapter.title as NSString
      title.extendedLanguageTag = chapter.language
      let start = CMTime(chapter.start)
      let end = (chapter.end ?? duration).map { max(start, CMTime($0)) }
      let range =
        end.map { CMTimeRange(start: start, end: $0) } ?? CMTimeRange(start: start, duration: .positiveInfinity)
      return AVTimedMetadataGroup(items: [title], timeRange: range)
    }
  }
}
