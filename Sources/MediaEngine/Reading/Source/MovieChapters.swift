import CoreMedia
import MediaSupport
import MediaTags
import MediaTime
import MovieFile

/// The chapters of a movie: QuickTime's, which are the samples of text tracks that another track refers to, and those
/// that are only in Nero's list.
struct MovieChapters {
  private(set) var chapters: [SourceChapter] = []

  private let movie: Movie
  private let source: any ByteSource

  /// The greatest number of chapters of a track: a chapter for each minute of five years.
  private static let largestCount = 1 << 16
  /// The greatest total number of bytes of the pictures of a movie's chapters.
  private static let largestPictures = 64 << 20

  /// - Parameter source: the movie's bytes, whose chapter tracks are read. Samples that cannot be read are left out.
  init(_ movie: Movie, _ source: any ByteSource) {
    self.movie = movie
    self.source = source
    let referred = movie.tracks.flatMap { $0.references.filter { $0.type == "chap" }.flatMap(\.trackIDs) }
    var seen: Set<UInt32> = []
    let tracks = referred.filter { seen.insert($0).inserted }.compactMap(movie.track(id:))
    for track in tracks where track.kind != .video { addTitles(track) }
    for track in tracks where track.kind == .video { addPictures(track) }
    addList()
    chapters.sort { $0.timeRange.start < $1.timeRange.start }
    chapters = chapters.endedByTheNext(movieEnd: movie.presentationEnd)
  }

  /// Adds the titles in one language. A title that begins at a known chapter's start is its title in another language.
  private mutating func addTitles(_ track: Track) {
    let tag = track.extendedLanguage ?? track.mediaHeader.language.tag
    var known = Dictionary(
      chapters.enumerated().map { ($1.timeRange.start, $0) }, uniquingKeysWith: { first, _ in first })
    for (range, sample) in samples(of: track) {
      guard let bytes = bytes(of: sample, atMost: Int(UInt16.max) * 2) else { continue }
      let title = SourceChapter.Title(text: TextSample(bytes).text, languageTag: tag)
      if let index = known[range.start] {
        chapters[index].titles.append(title)
      } else {
        known[range.start] = chapters.count
        chapters.append(SourceChapter(start: range.start, duration: range.duration, titles: [title]))
      }
    }
  }

  /// Adds to each chapter the picture that is shown when it begins.
  private mutating func addPictures(_ track: Track) {
    let pictures = samples(of: track)
    var rest = Self.largestPictures
    for index in chapters.indices {
      let start = chapters[index].timeRange.start
      guard let sample = pictures.last(where: { $0.range.start <= start })?.sample,
        let bytes = bytes(of: sample, atMost: rest), let type = PictureSignature.type(of: bytes)
      else { continue }
      rest -= bytes.count
      let mediaType = ["jpeg": "image/jpeg", "png ": "image/png"][track.sampleEntries.first?.format.description ?? ""]
      let picture = TagPicture(mediaType: mediaType ?? "", kind: 0, bytes: bytes)
      var record = MetadataRecord(TagItem("APIC", .picture(picture)), .id3)
      record.dataType = type.rawValue
      chapters[index].pictures.append(record)
    }
  }

  /// The largest distance in seconds between the starts of one chapter in a track and in the list, which use different
  /// units.
  private static let startTolerance = 0.05

  /// Adds the chapters that are only in the list.
  ///
  /// FFmpeg writes no sample for a chapter without a title, so that the chapter before lasts longer in the track. A
  /// list that lacks a chapter of the tracks describes other chapters, and is ignored.
  private mutating func addList() {
    guard let list = movie.userData.flatMap({ ChapterList(userData: $0) }) else { return }
    let language = chapters.first?.titles.first?.languageTag
    let listed = list.chapters.map { chapter in
      let start = CMTime(value: chapter.start, timescale: ChapterList.ticksPerSecond)
      let title = SourceChapter.Title(text: chapter.title, languageTag: language)
      return SourceChapter(start: start, duration: .indefinite, titles: [title])
    }
    func isSame(_ one: SourceChapter, _ other: SourceChapter) -> Bool {
      abs((one.timeRange.start - other.timeRange.start).seconds) <= Self.startTolerance
    }
    guard chapters.allSatisfy({ chapter in listed.contains { isSame($0, chapter) } }) else { return }
    let missing = listed.filter { chapter in !chapters.contains { isSame($0, chapter) } }
    for start in missing.map(\.timeRange.start) {
      for index in chapters.indices where chapters[index].timeRange.containsTime(start) {
        chapters[index].timeRange.duration = start - chapters[index].timeRange.start
      }
    }
    chapters += missing
  }

  /// Returns the samples with their presentation times; samples that the edit list cuts off are left out.
  private func samples(of track: Track) -> [(range: CMTimeRange, sample: SampleSequence.Element)] {
    let scale = max(1, track.timeScale)
    let edits = movie.editMap(of: track)
    let mediaStart = edits.mediaStart ?? 0
    let offset = movie.timeBase.time(edits.emptyStart)
    let shown = movie.timeRange(of: track)
    return track.samples.prefix(Self.largestCount).compactMap { sample in
      let start = CMTime(value: sample.presentationTime &- mediaStart, timescale: scale) + offset
      let range = CMTimeRange(start: start, duration: CMTime(value: sample.duration, timescale: scale))
      let kept = range.intersection(shown)
      return kept.duration > .zero || range.start == shown.start ? (kept.duration > .zero ? kept : range, sample) : nil
    }
  }

  private func bytes(of sample: SampleSequence.Element, atMost limit: Int) -> [UInt8]? {
    guard sample.size <= limit, let bytes = try? source.read(Int(sample.size), at: sample.offset),
      bytes.count == sample.size
    else { return nil }
    return bytes
  }
}
