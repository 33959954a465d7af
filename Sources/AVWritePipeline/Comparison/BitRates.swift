internal import AVFoundation

/// The bits that a file's first video track has in each second.
struct BitRates {
  /// The bits of each second, from the file's earliest presented sample. The last may be part of a second.
  private(set) var bitsPerSecond: [Double] = []

  /// The number of seconds that are shown: two days. The last of them takes all that follows.
  private static let limit = 172_800

  /// Reads the sizes of all packets.
  ///
  /// - Throws: `JobError` of exit 65 where they cannot be read.
  init(_ source: Source, track: TrackFacts) throws(JobError) {
    let output = AVAssetReaderTrackOutput(track: try source.assetTrack(track), outputSettings: nil)
    do {
      let reader = try AVAssetReader(asset: source.asset)
      reader.add(output)
      guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
      let zero = source.facts.earliestStart.seconds
      while let sample = output.copyNextSampleBuffer() {
        guard sample.presentationTimeStamp.isNumeric else { continue }
        add(sample.totalSampleSize * 8, at: sample.presentationTimeStamp.seconds - zero)
      }
      if let error = reader.error { throw error }
    } catch {
      throw JobError(reading: error, of: source.input.name)
    }
  }

  private mutating func add(_ bits: Int, at seconds: Double) {
    let second = Int(max(0, min(seconds, Double(Self.limit))))
    if second >= bitsPerSecond.count {
      bitsPerSecond += Array(repeating: 0, count: second + 1 - bitsPerSecond.count)
    }
    bitsPerSecond[second] += Double(bits)
  }
}
