internal import Foundation
internal import MediaSupport

/// A comparison of the pictures of two files as they are shown, each with the other's picture at the same time.
///
/// It blocks the calling thread, and runs once.
public struct Comparison {
  /// The file to which a page about the comparison is written.
  public struct Report: Sendable, Hashable {
    public var path: String
    /// A Boolean value that says whether an existing file is replaced.
    public var replaces: Bool

    public init(path: String, replaces: Bool = false) {
      self.path = path
      self.replaces = replaces
    }
  }

  private let reference: String
  private let output: String
  private let time: TimeSelection
  private let report: Report?

  /// Makes a comparison of two files. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - reference: a path or URL; one of the two may be `-`.
  ///   - output: the path or URL of the file that was made of the reference.
  ///   - time: the part of the reference of which the output was made.
  ///   - report: the page to write, or nil for none.
  public init(reference: String, output: String, time: TimeSelection = TimeSelection(), report: Report? = nil) {
    self.reference = reference
    self.output = output
    self.time = time
    self.report = report
  }

  /// Compares the two files.
  ///
  /// - Throws: `JobError` of exit 64 for a part that is not there, of 65 to 67 or 69, of 80 where no picture of one
  ///   file is at the time of one of the other, and of 73 or 74 for the report.
  public func run() throws(JobError) -> ComparisonResult {
    let inputs = try [reference, output].map { (path) throws(JobError) in try InputFile(path: path) }
    let page = try report.map { (report) throws(JobError) in try Self.transaction(for: report, sparing: inputs) }
    defer { page?.discard() }
    let spoolFolder = page?.temporaryFolder ?? NSTemporaryDirectory()
    let sources = try inputs.map { (input) throws(JobError) in try Source(input, spoolFolder: spoolFolder) }
    let wanted = try sources[0].facts.part(time)
    let parts = [wanted, sources[1].facts.counterpart(of: wanted, in: sources[0].facts)]
    let tracks = try sources.map { (source) throws(JobError) in try PictureStream.track(of: source) }
    let turn = Self.turn(of: tracks[0], to: tracks[1])
    let format = try Self.format(of: sources[0], parts[0], turn)
    let streams = [
      try PictureStream(sources[0], part: parts[0], settings: format.readerSettings, turn: turn),
      try PictureStream(sources[1], part: parts[1], settings: format.readerSettings(for: tracks[1].video)),
    ]
    var result = ComparisonResult(reference: reference, output: output, format: format.text)
    (result.start, result.end) = (parts[0].start, parts[0].end)
    var worst = WorstMoments()
    var perceived = PerceivedQuality(format)
    let pairs = PicturePairs(streams[0], streams[1])
    while let next = try pairs.next() {
      switch next {
      case .both(let original, let other):
        guard let quality = PictureQuality(other.picture, of: original.picture, in: format) else {
          throw JobError(.internalError, "\(output): cannot access the samples of a picture")
        }
        result.pictures.append(ComparisonResult.Picture(time: original.time, quality: quality))
        perceived.add(other.picture, of: original.picture)
        guard page != nil else { continue }
        worst.add(
          WorstMoments.Moment(
            time: original.time, quality: quality, original: original.picture, picture: other.picture))
      case .missing(let time): result.missing.append(time)
      case .extra(let time): result.extra.append(time)
      }
    }
    guard !result.pictures.isEmpty else {
      throw JobError(
        .verificationFailed, "\(output): no picture has the same time as one of \(reference)",
        hint: "avwrite inspect shows when the tracks start")
    }
    for (index, score) in (perceived.scores() ?? []).enumerated() { result.pictures[index].vmaf = score }
    try page?.write(result, streams, worst.moments)
    return result
  }

  /// Returns the turn that brings the reference's pictures into the layout in which the output stores them: a container
  /// that cannot store a rotation has turned pictures. It is nil if the layouts are the same, and for a matrix that
  /// does more than turn.
  private static func turn(of reference: TrackFacts, to output: TrackFacts) -> PictureTurn? {
    guard let shown = reference.video.flatMap({ Geometry($0).turn }),
      let other = output.video.flatMap({ Geometry($0).turn })
    else { return nil }
    let turn = shown.followed(by: other.inverse)
    return turn.isNone ? nil : turn
  }

  /// Returns the form of the reference's pictures after a turn, from the part's first one.
  private static func format(
    of source: Source, _ part: SourcePart, _ turn: PictureTurn?
  ) throws(JobError) -> ComparisonFormat {
    let stream = try PictureStream(source, part: part, turn: turn)
    guard let first = try stream.next() else { throw JobError(.inputEmpty, "\(source.input.name): has no pictures") }
    return ComparisonFormat(
      first.picture, bitsPerComponent: stream.track.video?.bitsPerComponent,
      isFullRange: stream.track.video?.isFullRange ?? false)
  }

  private static func transaction(
    for report: Report, sparing inputs: [InputFile]
  ) throws(JobError) -> OutputTransaction {
    // The page may replace neither of the two inputs.
    let destination = try Destination(
      path: report.path, replaces: report.replaces, sources: inputs.flatMap(\.identities))
    return try OutputTransaction(destination, fileExtension: "html")
  }
}

extension SourceFacts {
  /// Returns the whole of a file that was made of a part of another. Its time 0 corresponds to the part's time 0.
  ///
  /// Some containers do not state the duration of the padding that an encoder of sound adds. In those the padding is
  /// the first sound, and all other media begins later by its duration, which is below
  /// `TimelineComparison.unmarkedSeconds`.
  fileprivate func counterpart(of part: SourcePart, in reference: SourceFacts) -> SourcePart {
    var whole = SourcePart()
    whole.origin = earliestStart
    guard !hasExactDurations, let before = reference.firstPicture, let after = firstPicture else { return whole }
    let delay = (after.seconds - whole.origin.seconds) - max(0, before.seconds - part.origin.seconds)
    if delay > 0, delay < TimelineComparison.unmarkedSeconds, let origin = whole.origin.adding(delay) {
      whole.origin = origin
    }
    return whole
  }

  /// The time at which the compared pictures begin.
  private var firstPicture: ExactTime? { tracks.first { $0.kind == .video }?.start }
}

extension ExactTime {
  /// Returns the time that is some seconds later, to the microsecond.
  fileprivate func adding(_ seconds: Double) -> ExactTime? {
    adding(ExactTime(value: Int64((seconds * 1e6).rounded()), scale: 1_000_000))
  }
}

extension OutputTransaction {
  /// Writes the page about a comparison and gives it its name.
  ///
  /// - Throws: `JobError` of exit 65, 73 or 74.
  fileprivate func write(
    _ result: ComparisonResult, _ streams: [PictureStream], _ worst: [WorstMoments.Moment]
  ) throws(JobError) {
    let rates = try streams.map { (stream) throws(JobError) in try BitRates(stream) }
    let stills = try StillEncoder().encode(worst.flatMap { [$0.original, $0.picture] })
    guard stills.count == 2 * worst.count else {
      throw JobError(.internalError, "\(destination.path): lost the pictures for the report")
    }
    let moments = worst.enumerated().map { index, moment in
      ComparisonReport.Moment(
        time: moment.time, quality: moment.quality, original: stills[2 * index], picture: stills[2 * index + 1])
    }
    let files = try streams.map { (stream) throws(JobError) in try FileSummary(stream) }
    let page = ComparisonReport(
      result: result, reference: files[0], output: files[1], referenceRates: rates[0], outputRates: rates[1],
      moments: moments)
    try Data(page.html.utf8).write(toNew: filePath, named: destination.path)
    try publish()
  }
}
