internal import AVFoundation

/// The readers of a job: one for the input, and one for each file of which tracks are added.
struct SourceReaders {
  private(set) var all: [(reader: AVAssetReader, file: Source)] = []

  /// Returns the reader of the file that a track is of, which is made for the first of its tracks.
  ///
  /// - Throws: `JobError` of the reader.
  mutating func reader(
    of track: TrackFacts, _ source: Source, for plans: [Plan], onDamage policy: DamagePolicy
  ) throws(JobError) -> AVAssetReader {
    let file = source.file(of: track).source
    if let known = all.first(where: { $0.file.media === file.media }) { return known.reader }
    let reader = try file.makeReader(for: plans, onDamage: policy)
    all.append((reader, file))
    return reader
  }

  /// The error of the reader that failed, or of the first where all were cancelled.
  var error: JobError {
    guard let failed = all.first(where: { $0.reader.error != nil }) ?? all.first else {
      return JobError(.cancelled, "reading was cancelled")
    }
    return JobError(reading: failed.reader, of: failed.file)
  }
}
