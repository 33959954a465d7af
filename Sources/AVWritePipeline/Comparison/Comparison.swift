internal import Foundation

/// A comparison of the pictures of two files, each with the other's picture at the same time.
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
  private let report: Report?

  /// - Parameters: the paths or URLs of the files, one of which may be `-`.
  public init(reference: String, output: String, report: Report? = nil) {
    self.reference = reference
    self.output = output
    self.report = report
  }

  /// Compares the files, and writes the report.
  ///
  /// - Throws: `JobError` of exit 65 to 67 or 69; of 80 where no two pictures of the files have the same time; of 73 or
  ///   74 for the report.
  public func run() throws(JobError) -> ComparisonResult {
    let inputs = try [reference, output].map { (path) throws(JobError) in try InputFile(path: path) }
    let page = try report.map { (report) throws(JobError) in try Self.transaction(for: report, sparing: inputs) }
    defer { page?.discard() }
    let spoolFolder = page?.temporaryFolder ?? NSTemporaryDirectory()
    let sources = try inputs.map { (input) throws(JobError) in try Source(input, spoolFolder: spoolFolder) }
    let format = try Self.format(of: sources[0])
    let streams = try sources.map { (source) throws(JobError) in
      try PictureStream(source, settings: format.readerSettings)
    }
    var result = ComparisonResult(reference: reference, output: output, format: format.text)
    var worst = WorstMoments()
    let pairs = PicturePairs(streams[0], streams[1])
    while let next = try pairs.next() {
      switch next {
      case .both(let original, let other):
        guard let quality = PictureQuality(other.picture, of: original.picture, in: format) else {
          throw JobError(.internalError, "\(output): a picture cannot be looked at")
        }
        result.pictures.append(ComparisonResult.Picture(time: original.time, quality: quality))
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
        .verificationFailed, "\(output): none of its pictures is at the time of one of \(reference)",
        hint: "avwrite inspect shows their times")
    }
    try page?.write(result, streams, worst.moments)
    return result
  }

  /// Returns the form of the reference, from its first picture.
  private static func format(of source: Source) throws(JobError) -> ComparisonFormat {
    let stream = try PictureStream(source)
    guard let first = try stream.next() else { throw JobError(.inputEmpty, "\(source.input.name): has no pictures") }
    return ComparisonFormat(
      first.picture, bitsPerComponent: stream.track.video?.bitsPerComponent,
      isFullRange: stream.track.video?.isFullRange ?? false)
  }

  private static func transaction(
    for report: Report, sparing inputs: [InputFile]
  ) throws(JobError) -> OutputTransaction {
    // The page may replace neither of the two inputs.
    let destinations = try inputs.map { (input) throws(JobError) in
      try Destination(path: report.path, replaces: report.replaces, source: input.identity)
    }
    return try OutputTransaction(destinations[0], fileExtension: "html")
  }
}

extension OutputTransaction {
  /// Writes the page about a comparison and gives it its name.
  ///
  /// - Throws: `JobError` of exit 65, 73 or 74.
  fileprivate func write(
    _ result: ComparisonResult, _ streams: [PictureStream], _ worst: [WorstMoments.Moment]
  ) throws(JobError) {
    let rates = try streams.map { (stream) throws(JobError) in try BitRates(stream.source, track: stream.track) }
    let stills = try StillEncoder(folder: temporaryFolder).encode(worst.flatMap { [$0.original, $0.picture] })
    guard stills.count == 2 * worst.count else {
      throw JobError(.internalError, "\(destination.path): the pictures of the report went away")
    }
    let moments = worst.enumerated().map { index, moment in
      ComparisonReport.Moment(
        time: moment.time, quality: moment.quality, original: stills[2 * index], picture: stills[2 * index + 1])
    }
    let page = ComparisonReport(result: result, referenceRates: rates[0], outputRates: rates[1], moments: moments)
    do {
      try Data(page.html.utf8).write(to: URL(fileURLWithPath: filePath))
    } catch {
      throw JobError(writing: error, to: destination.path)
    }
    try publish()
  }
}
