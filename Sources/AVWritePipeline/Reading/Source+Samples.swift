internal import AVFoundation

extension AVAsset {
  /// Makes a reader. Nothing is read of a file that was cut, unless damage is left out: a job is not begun that cannot be
  /// done.
  ///
  /// - Throws: the error of the reader.
  func makeReader(onDamage policy: DamagePolicy = .fail) throws -> AVAssetReader {
    let reader = try AVAssetReader(asset: self)
    reader.continuesAfterDamage = policy == .salvage
    reader.requiresAllSamples = policy == .fail
    return reader
  }

  /// Reads the samples of a track, from the first to the last one wanted.
  ///
  /// - Parameters:
  ///   - settings: the form of the samples, as `AVAssetReaderTrackOutput` takes it, or nil for stored samples.
  ///   - timeRange: the part to read, or nil for all.
  ///   - policy: the treatment of damaged samples.
  ///   - wantsMore: a closure that is asked before each sample whether it is wanted.
  ///   - take: a closure that is given each sample.
  /// - Throws: the error of the reader, and those of `take`.
  func readSamples(
    of track: AVAssetTrack, as settings: [String: Any]? = nil, in timeRange: CMTimeRange? = nil,
    onDamage policy: DamagePolicy = .fail, while wantsMore: () -> Bool = { true },
    _ take: (CMSampleBuffer) throws -> Void
  ) throws {
    let reader = try makeReader(onDamage: policy)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
    output.alwaysCopiesSampleData = false
    guard reader.canAdd(output) else { throw AVError(.operationNotSupportedForAsset) }
    reader.add(output)
    if let timeRange { reader.timeRange = timeRange }
    if reader.startReading() {
      defer { if reader.status == .reading { reader.cancelReading() } }
      while wantsMore() {
        guard let sample = output.copyNextSampleBuffer() else { break }
        try take(sample)
      }
      if reader.status == .reading { return }
    }
    guard reader.status == .completed else { throw reader.error ?? AVError(.operationCancelled) }
  }
}

extension Source {
  /// Reads the samples of a track, from the first to the last that is wanted: as the asset does.
  ///
  /// - Throws: `JobError` of the reader, and of `take`.
  func readSamples(
    of track: TrackFacts, as settings: [String: Any]? = nil, in timeRange: CMTimeRange? = nil,
    while wantsMore: () -> Bool = { true }, _ take: (CMSampleBuffer) throws -> Void
  ) throws(JobError) {
    let assetTrack = try assetTrack(track)
    do {
      try asset.readSamples(of: assetTrack, as: settings, in: timeRange, while: wantsMore, take)
    } catch let error as JobError {
      throw error
    } catch {
      throw JobError(reading: error, of: input.name)
    }
  }
}
