internal import AVFoundation
internal import Foundation
internal import Synchronization

/// Encodes the parts of joined tracks whose samples cannot follow the first input's as they are, each into a movie.
struct JoinEncoder {
  private let source: Source
  private let plan: Plan
  /// The folder of the movies, which lasts until the output is complete.
  private let folder: String
  /// The user's name for the output.
  private let output: String
  private let encoder: TrackEncoder
  private let record = EncodedSeconds()

  /// - Parameters:
  ///   - output: the user's name for the output.
  ///   - cancellation: the relay that makes `run` fail soon.
  init(
    _ source: Source, _ plan: Plan, in folder: String, for output: String, until cancellation: CancellationRelay
  ) {
    (self.source, self.plan, self.folder, self.output) = (source, plan, folder, output)
    encoder = TrackEncoder(cancellation: cancellation)
  }

  /// Returns the source with the encoded parts in the places of those that differ.
  ///
  /// - Parameters:
  ///   - meter: the meter of the pass, which is the job's first.
  ///   - report: a closure that is given the progress while the pass runs.
  /// - Throws: `JobError` of a reader or the encoder.
  func run(
    measuredBy meter: ProgressMeter, reportingTo report: @escaping @Sendable (Progress) -> Void
  ) throws(JobError) -> Source {
    guard plan.encodesInputs else { return source }
    var parts: [JoinedPart: AVAsset] = [:]
    let whole = plan.tracks.reduce(0) { $0 + $1.encodedSeconds }
    let measure: @Sendable () -> Measure? = { [record] in
      Measure(
        work: whole > 0 ? WorkDone(share: min(record.seconds / whole, 1)) : nil, position: record.seconds)
    }
    try meter.measure(pass: 0, by: measure, reportingTo: report) { () throws(JobError) in
      for track in plan.tracks {
        for input in track.encodedInputs {
          let part = JoinedPart(track: track.source.id, input: input.index)
          parts[part] = try encode(part, behind: track.source)
        }
      }
    }
    return try Source(joining: source.joined, replacing: parts)
  }

  private func encode(_ part: JoinedPart, behind first: TrackFacts) throws(JobError) -> AVAsset? {
    let input = source.joined[part.input]
    guard let track = input.facts.tracks.first(where: { $0.hasSamePlace(as: first) }),
      let encoding = EncodedPart(of: track, behind: first, in: plan.container)
    else { return nil }
    let path = folder + "/join-\(part.track)-\(part.input).mov"
    let work = TrackEncoder.Work(
      source: input, track: track, range: try input.shownRange, settings: encoding.settings,
      timeScale: first.timeScale, isTurned: encoding.isTurned)
    try encoder.encode(work, into: path, noting: record, for: output)
    return AVURLAsset(url: URL(fileURLWithPath: path))
  }
}

/// The seconds of media that went into an encoder. Any thread.
private final class EncodedSeconds: PipeRecord {
  private let sum = Mutex(0.0)

  var seconds: Double { sum.withLock { $0 } }

  func didMove(_ sample: CMSampleBuffer) {
    let duration = sample.duration
    if duration.isNumeric { sum.withLock { $0 += duration.seconds } }
  }
}
