internal import AVFoundation

extension Source {
  /// Returns a reader of the part of the timeline that the plans need together.
  ///
  /// - Throws: `JobError` of the reader.
  func makeReader(for plans: [Plan], onDamage policy: DamagePolicy) throws(JobError) -> AVAssetReader {
    do {
      let reader = try media.makeReader(onDamage: policy)
      if plans.contains(where: { !$0.part.isWhole }), let start = plans.map(\.part.origin).min() {
        let ends = plans.compactMap(\.part.end)
        // A plan without an end needs all that follows.
        let end = ends.count == plans.count ? ends.max() : nil
        reader.timeRange = CMTimeRange(
          start: CMTime(start), duration: end.map { CMTime($0) - CMTime(start) } ?? .positiveInfinity)
      }
      return reader
    } catch {
      throw JobError(reading: error, of: input.name)
    }
  }

  /// Adds an output that delivers a track's samples in the form of the plan.
  ///
  /// - Parameter segments: the journal of segments, where pictures are encoded in segments.
  /// - Throws: `JobError` of exit 69, and those of pictures that are drawn over the track's.
  func addOutput(
    _ track: TrackPlan, of plan: Plan, to reader: AVAssetReader, _ segments: SegmentWork? = nil
  ) throws(JobError) -> AVAssetReaderOutput {
    let output = try makeOutput(track, of: plan, segments)
    // Samples are passed on as they are, and only a gain changes them.
    output.alwaysCopiesSampleData = track.action.isLeveled
    if let form = track.action.pictureForm {
      output.deinterlaces = form.isDeinterlaced
      output.turn = form.turn
      output.mapsTonesToStandardRange = form.isToneMapped
      output.lay(out: form.layout, under: try form.drawn(from: overlayImages))
      for ramp in form.fades?.ramps ?? [] {
        output.addPictureLevelRamp(from: Float(ramp.from), to: Float(ramp.to), timeRange: ramp.range)
      }
    }
    output.supportsRandomAccess = track.action.makesPassesInWriter
    guard reader.canAdd(output) else {
      throw JobError(.settingsUnsupported, "\(input.name): \(track.source.title) cannot be read")
    }
    reader.add(output)
    return output
  }

  private func makeOutput(
    _ track: TrackPlan, of plan: Plan, _ segments: SegmentWork?
  ) throws(JobError) -> AVAssetReaderOutput {
    let source = try mediaTrack(track.source)
    guard case .segments(let encoding) = track.action.sampleForm, let segments else {
      return AVAssetReaderTrackOutput(track: source, outputSettings: track.action.sampleForm.readerSettings)
    }
    let output = AVAssetReaderEncodedTrackOutput(
      track: source, videoSettings: encoding.settings,
      segmentDirectory: URL(fileURLWithPath: segments.folder, isDirectory: true),
      performsMultiPassEncoding: encoding.makesPasses)
    output.encodedByteLimit = plan.pictureBytes(of: facts, beside: plan.measuredSound(in: segments.folder))
    output.processorCount = segments.processorCount
    output.memoryLimit = segments.memoryLimit
    output.share = segments.share.map { ($0.index, $0.count, $0.pass) }
    output.mediaTimeScale = track.timeScale(in: plan.part)
    output.sessionStartTime = CMTime(plan.part.origin)
    return output
  }

  /// Returns the track that the samples of some facts' track are read from.
  ///
  /// - Throws: as `assetTrack`.
  func mediaTrack(_ facts: TrackFacts) throws(JobError) -> AVAssetTrack {
    if let track = storedSound?.tracks[facts.id] { return track }
    let (file, id) = file(of: facts)
    if file.media !== file.asset, let track = file.media.tracks.first(where: { $0.trackID == id }) { return track }
    return try assetTrack(facts)
  }

  /// Returns the asset's track of some facts.
  ///
  /// - Throws: `JobError` of exit 70, which cannot happen as long as the facts are the asset's own.
  func assetTrack(_ facts: TrackFacts) throws(JobError) -> AVAssetTrack {
    let (file, id) = file(of: facts)
    if let track = file.asset.tracks.first(where: { $0.trackID == id }) { return track }
    throw JobError(.internalError, "\(file.input.name): \(facts.title) no longer exists")
  }
}

extension JobError {
  /// Creates the error of a reader that ended before its end. One that encodes pictures in segments stores them, too:
  /// what happens to their files is an error of writing.
  ///
  /// - Parameters:
  ///   - segments: the journal of segments, or nil if none are stored.
  ///   - output: the user's name for the output.
  init(reading reader: AVAssetReader, of source: Source, storing segments: SegmentWork?, for output: String) {
    if let segments, let error = reader.error as? AVError, segments.holds(error.userInfo[NSFilePathErrorKey]) {
      self.init(writing: error, to: output)
    } else {
      self.init(reading: reader, of: source)
    }
  }

  /// Creates the error of a reader that ended before its end.
  init(reading reader: AVAssetReader, of source: Source) {
    if let error = reader.error {
      self.init(reading: error, of: source.input.name)
    } else {
      self.init(.cancelled, "\(source.input.name): reading was cancelled")
    }
  }
}

extension SegmentWork {
  /// Returns whether an error's path is that of a file in the folder.
  fileprivate func holds(_ path: Any?) -> Bool {
    guard let path = path as? String else { return false }
    return path.hasPrefix(URL(fileURLWithPath: folder, isDirectory: true).path + "/")
  }
}
