internal import Foundation

/// A check of a file by reading all of it, and against the file that it was made from: `avwrite verify`.
///
/// It blocks the calling thread, and runs once.
public struct FileVerification: Sendable {
  private let output: String
  private let reference: String?
  private let time: TimeSelection
  private let requirements: [Requirement]
  private let decodes: Bool

  /// Makes a verification of a file. Nothing is opened yet.
  ///
  /// - Parameters:
  ///   - output: the path or URL of the file to verify.
  ///   - reference: the path or URL of the file of which the output was made; nil looks at the output alone.
  ///   - time: the part of the reference of which the output was made.
  ///   - requirements: the facts of the reference that have to be in the output.
  ///   - decodes: true if every sample is decoded; false if samples are read as they are stored, and only their places,
  ///     framing, counts and times are checked.
  public init(
    _ output: String, against reference: String? = nil, time: TimeSelection = TimeSelection(),
    requirements: [Requirement] = [], decodes: Bool = true
  ) {
    self.output = output
    self.reference = reference
    self.time = time
    self.requirements = requirements
    self.decodes = decodes
  }

  /// Verifies the file.
  ///
  /// - Throws: `JobError` of exit 64 for a part that is not there, of 66 or 67 where the file cannot be looked at, and
  ///   of 65 where the reference is damaged.
  public func run() throws(JobError) -> VerificationResult {
    var result = VerificationResult(output: output, reference: reference, isDecoded: decodes)
    let source: Source
    do throws(JobError) {
      source = try open(output)
    } catch {
      guard error.exit == .damagedInput else { throw error }
      result.problems.append(VerificationResult.Problem(track: error.track, message: error.message))
      return result
    }
    // A picture in whose middle the part begins is shown from the file's start.
    let origin = time.isWhole ? nil : source.facts.earliestStart
    var counted: [Int32: SampleCensus] = [:]
    for track in source.facts.tracks {
      do throws(JobError) {
        let census = try SampleCensus(of: track, in: source, from: origin, decodes: decodes)
        counted[track.id] = census
        if census.samples == 0, let stated = track.sampleCount, stated > 0, (track.duration ?? .zero) > .zero,
          [.video, .audio].contains(track.kind)
        {
          result.problems.append(
            VerificationResult.Problem(
              track: track.id, message: "\(track.title) has \(stated) samples, but none is presented"))
        }
        result.tracks.append(VerificationResult.Track(track, samples: census.samples))
      } catch {
        result.problems.append(VerificationResult.Problem(track: track.id, message: error.message))
      }
    }
    if let reference { try compare(source, counted, with: try openReference(reference), in: &result) }
    return result
  }

  private func open(_ path: String) throws(JobError) -> Source {
    try Source(InputFile(path: path), spoolFolder: NSTemporaryDirectory())
  }

  /// Opens the reference so that the part is found in it, however early it is estimated to end.
  private func openReference(_ path: String) throws(JobError) -> Source {
    let source = try open(path)
    guard source.facts.needsCountedEnds(for: time) else { return source }
    return try source.countingEnds(onDamage: .fail) { () throws(JobError) in }
  }

  private func compare(
    _ source: Source, _ counted: [Int32: SampleCensus], with reference: Source, in result: inout VerificationResult
  ) throws(JobError) {
    let (part, matching) = try reference.facts.part(time, shownIn: source.facts)
    let comparison = FactComparison(
      reference.facts, source.facts, matching: matching,
      chapters: part.isWhole ? nil : ChapterMatching(part, of: reference.facts))
    let planned = Ledger(reference.facts.facts, part.changes(of: reference.facts))
    let ledger = comparison.ledger.foretold(
      comparison.unstated, by: planned, counted: pictureCounts(of: reference, matching, counted)
    ).explained(by: planned)
    result.ledger = ledger
    var pairs: [TimelineComparison.Pair] = []
    for pair in matching.pairs {
      guard let before = reference.facts.tracks.first(where: { $0.id == pair.before }),
        let after = source.facts.tracks.first(where: { $0.id == pair.after }), let found = counted[pair.after]
      else { continue }
      pairs.append(
        TimelineComparison.Pair(
          before: before, after: after, expected: try SampleCensus(of: before, in: reference, part, decodes: decodes),
          found: found))
    }
    let isExact = reference.facts.hasExactDurations && source.facts.hasExactDurations
    result.problems += TimelineComparison(pairs, isExact: isExact).problems
    for requirement in requirements {
      result.problems += requirement.unmet(in: ledger, of: reference.facts).map {
        VerificationResult.Problem(track: nil, message: "--require \(requirement.text) is not met: \($0.text)")
      }
    }
  }

  /// Returns the counted numbers of pictures of the file's tracks, by the names of the reference's facts.
  private func pictureCounts(
    of reference: Source, _ matching: TrackMatching, _ counted: [Int32: SampleCensus]
  ) -> [String: String] {
    let pictures = Set(reference.facts.tracks.filter { $0.kind == .video }.map(\.id))
    var values: [String: String] = [:]
    for pair in matching.pairs where pictures.contains(pair.before) {
      values["track.\(pair.before).samples"] = counted[pair.after].map { "\($0.samples)" }
    }
    return values
  }
}

extension SourceFacts {
  /// Returns the part of the source that another file was made of, and the matching of the tracks of both.
  ///
  /// Its times count from the first of the tracks that the file has, and its chapters end with the last, as in the job
  /// that made it (CL-12). A track that is not presented in the part counts, too: the job kept it, and left it out later.
  ///
  /// - Throws: `JobError` of exit 64 for a part that is not there.
  fileprivate func part(
    _ selection: TimeSelection, shownIn output: SourceFacts
  ) throws(JobError) -> (part: SourcePart, matching: TrackMatching) {
    let all = try part(selection)
    let leftOut = Set(tracks.filter { all.leavesOut($0, of: self) }.map(\.id))
    let matching = TrackMatching(self, output, without: leftOut)
    let kept = leftOut.union(matching.pairs.map { $0.before })
    let shown = tracks.filter { kept.contains($0.id) }
    return (try SourcePart(selection, of: self, showing: shown, from: shown.earliestStart), matching)
  }
}
