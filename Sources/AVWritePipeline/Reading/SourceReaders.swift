internal import AVFoundation

/// The readers of a job: one for the input, one for each file whose tracks are added, and one for sound that another
/// machine has encoded.
struct SourceReaders {
  private(set) var all: [(reader: AVAssetReader, media: AVAsset, file: Source)] = []

  /// Returns the reader of the file that a track is of, which is made for the first of its tracks.
  ///
  /// - Throws: `JobError` of the reader.
  mutating func reader(
    of track: TrackFacts, _ source: Source, for plans: [Plan], onDamage policy: DamagePolicy
  ) throws(JobError) -> AVAssetReader {
    let file = source.file(of: track).source
    if let stored = source.storedSound, stored.tracks[track.id] != nil {
      return try reader(of: stored.asset, file) { () throws(JobError) in try stored.makeReader() }
    }
    return try reader(of: file.media, file) { () throws(JobError) in
      try file.makeReader(for: plans, onDamage: policy)
    }
  }

  private mutating func reader(
    of media: AVAsset, _ file: Source, orMaking make: () throws(JobError) -> AVAssetReader
  ) throws(JobError) -> AVAssetReader {
    if let known = all.first(where: { $0.media === media }) { return known.reader }
    let reader = try make()
    all.append((reader, media, file))
    return reader
  }

  /// Returns the error of the reader that failed, or of the first where all were cancelled.
  ///
  /// - Parameters:
  ///   - segments: the journal of segments, or nil if none are stored.
  ///   - output: the user's name for the output.
  func error(storing segments: SegmentWork?, for output: String) -> JobError {
    guard let failed = all.first(where: { $0.reader.error != nil }) ?? all.first else {
      return JobError(.cancelled, "reading was cancelled")
    }
    return JobError(reading: failed.reader, of: failed.file, storing: segments, for: output)
  }
}
