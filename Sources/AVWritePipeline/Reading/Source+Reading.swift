internal import AVFoundation

extension Source {
  /// A reader of the part of the timeline that any of the plans wants.
  ///
  /// - Throws: `JobError` of the reader.
  func makeReader(for plans: [Plan], onDamage policy: DamagePolicy) throws(JobError) -> AVAssetReader {
    do {
      let reader = try AVAssetReader(asset: asset)
      reader.continuesAfterDamage = policy == .salvage
      if plans.contains(where: { !$0.part.isWhole }), let start = plans.map(\.part.origin).min() {
        let ends = plans.compactMap(\.part.end)
        // One that has no end wants all.
        let end = ends.count == plans.count ? ends.max() : nil
        reader.timeRange = CMTimeRange(
          start: CMTime(start), duration: end.map { CMTime($0) - CMTime(start) } ?? .positiveInfinity)
      }
      return reader
    } catch {
      throw JobError(reading: error, of: input.name)
    }
  }

  /// Adds an output that gives out a track's samples as planned.
  ///
  /// - Parameter segments: where pictures are encoded in segments.
  /// - Throws: `JobError` of exit 69.
  func addOutput(
    _ track: TrackPlan, of plan: Plan, to reader: AVAssetReader, _ segments: SegmentWork? = nil
  ) throws(JobError) -> AVAssetReaderOutput {
    let output = try makeOutput(track, of: plan, segments)
    // The samples are passed on, and changed only where that is so.
    output.alwaysCopiesSampleData = track.action.isLeveled
    if let form = track.action.pictureForm {
      output.deinterlaces = form.isDeinterlaced
      output.appliesPreferredTrackTransform = form.isTurned
      output.mapsTonesToStandardRange = form.isToneMapped
    }
    output.supportsRandomAccess = track.action.makesPasses
    guard reader.canAdd(output) else {
      throw JobError(.settingsUnsupported, "\(input.name): \(track.source.title) cannot be read")
    }
    reader.add(output)
    return output
  }

  private func makeOutput(
    _ track: TrackPlan, of plan: Plan, _ segments: SegmentWork?
  ) throws(JobError) -> AVAssetReaderOutput {
    let source = try assetTrack(track.source)
    guard case .segments(let encoding) = track.action.sampleForm, let segments else {
      return AVAssetReaderTrackOutput(track: source, outputSettings: track.action.sampleForm.readerSettings)
    }
    let output = AVAssetReaderEncodedTrackOutput(
      track: source, videoSettings: encoding.settings,
      segmentDirectory: URL(fileURLWithPath: segments.journal.path, isDirectory: true))
    output.encoderCount = segments.encoderCount
    output.mediaTimeScale = source.naturalTimeScale
    output.sessionStartTime = CMTime(plan.part.origin)
    return output
  }

  /// - Throws: `JobError` of exit 70: the facts are the asset's own.
  func assetTrack(_ facts: TrackFacts) throws(JobError) -> AVAssetTrack {
    if let track = asset.tracks.first(where: { $0.trackID == facts.id }) { return track }
    throw JobError(.internalError, "\(input.name): \(facts.title) went away")
  }
}

extension JobError {
  /// Why a reader ended before its end.
  init(reading reader: AVAssetReader, of source: Source) {
    if let error = reader.error {
      self.init(reading: error, of: source.input.name)
    } else {
      self.init(.cancelled, "\(source.input.name): reading was cancelled")
    }
  }
}
