internal import AVFoundation
internal import MediaSupport

extension RenditionWriter {
  static func makeWriter(_ plan: Plan, file: FileChoice, to target: RenditionTarget) throws(JobError) -> AVAssetWriter {
    do {
      let type = plan.container.fileType
      let writer =
        switch target {
        case .file(let transaction):
          try AVAssetWriter(outputURL: URL(fileURLWithPath: transaction.filePath), fileType: type)
        case .stream(let output): try AVAssetWriter(fileType: type) { try output.write($0) }
        }
      writer.shouldOptimizeForNetworkUse = plan.container.isMovie && file.fastStart != false
      writer.targetFileSize = plan.targetSize?.bytes ?? 0
      if let seconds = file.fragment {
        writer.movieFragmentInterval = CMTime(seconds: seconds, preferredTimescale: fragmentTimeScale)
      }
      return writer
    } catch {
      throw JobError(writing: error, to: target.name)
    }
  }

  /// The time scale of fragments' durations, fine enough for any that makes sense.
  private static let fragmentTimeScale: CMTimeScale = 90_000

  static func addInput(
    _ track: TrackPlan, of plan: Plan, from source: Source, _ rendition: Rendition, to writer: AVAssetWriter,
    name: String
  ) throws(JobError) -> AVAssetWriterInput {
    let asset = try source.assetTrack(track.source)
    let text = track.textConverter(of: asset, in: plan)
    let input: AVAssetWriterInput
    do {
      // A value in the file must not stop the process, so the input is made with checks.
      input = try AVAssetWriterInput.checked(
        mediaType: text == nil ? asset.mediaType : .subtitle, outputSettings: track.action.writerSettings,
        sourceFormatHint: text?.formatDescription ?? track.hint(asset, source.storedSound))
    } catch {
      throw JobError(.inputDamaged, "\(name): \(track.source.title) cannot be written: \(error.localizedDescription)")
    }
    if text != nil { input.naturalSize = CGSize(plan.pictureSize) }
    input.configure(for: track, of: plan, from: asset, file: rendition.file)
    let given = source.facts.added[track.source.id]?.language.flatMap(LanguageTag.init(argument:))
    if let language = rendition.metadata.languages[track.source.id] ?? given {
      input.extendedLanguageTag = language.text
      input.languageCode = language.code
    }
    input.expectsMediaDataInRealTime = plan.isRealTime
    input.performsMultiPassEncodingIfSupported = track.action.makesPassesInWriter
    input.expectedSampleCount = track.expectedSampleCount(of: plan)
    // Without its library, an encoder would seem to support no settings.
    if track.action.writerSettings != nil { try JobError.require(.avcodec, for: name) }
    guard writer.canAdd(input) else {
      throw JobError(
        track.action == .copy ? .containerUnsupported : .settingsUnsupported,
        "\(name): \(track.source.title) cannot be \(track.action.text) in this container")
    }
    writer.add(input)
    return input
  }
}

extension TrackPlan {
  /// Returns the format that an input must know beforehand: that of samples which are stored unchanged, and that of
  /// more than two channels, since the settings do not state their layout.
  ///
  /// - Parameter stored: the sound that another machine has encoded, or nil if there is none.
  fileprivate func hint(_ track: AVAssetTrack, _ stored: StoredSound?) -> CMFormatDescription? {
    switch action {
    case .copy: track.format
    case .encodeAudio(let encoding) where encoding.isStored: stored?.tracks[source.id]?.format
    case .encodeAudio(let encoding) where encoding.channels > 2: track.format
    case .encodeVideo(let encoding) where encoding.isSplit:
      try? CMFormatDescription(
        videoCodecType: .h264, width: encoding.width, height: encoding.height)
    case .encodeAudio, .encodeVideo, .convertText: nil
    }
  }
}

extension AVAssetWriterInput {
  /// Carries over the properties of the track that are not its samples'.
  fileprivate func configure(for plan: TrackPlan, of whole: Plan, from track: AVAssetTrack, file: FileChoice) {
    switch plan.action {
    case .encodeVideo(let encoding): transform = CGAffineTransform(encoding.transform)
    case .copy, .encodeAudio:
      transform = plan.turnedCopy.map { CGAffineTransform($0.transform) } ?? track.preferredTransform
    case .convertText: break
    }
    // Text that is copied keeps its size on the movie's canvas.
    if mediaType == .subtitle || mediaType == .text, plan.action == .copy { naturalSize = track.naturalSize }
    // Times of audio are counted in samples, whatever time scale its track has.
    if mediaType != .audio { mediaTimeScale = plan.timeScale(in: whole.part) }
    describe(as: track)
    marksOutputTrackAsEnabled = plan.isEnabled
    if let seconds = file.chunkDuration {
      preferredMediaChunkDuration = CMTime(seconds: seconds, preferredTimescale: 90_000)
    }
    if let alignment = file.chunkAlignment { preferredMediaChunkAlignment = alignment }
  }
}

extension TrackPlan {
  /// Returns the number of ticks a second of the times in the track of an output; 0 for the writer's choice. The ends of
  /// a part are whole ticks.
  func timeScale(in part: SourcePart) -> Int32 {
    let cut = part.isWhole ? nil : source.timeScale(cutTo: part)
    return max(0, frameRate.map(\.frameDuration.scale.fineTimeScale) ?? self.cut?.timeScale ?? cut ?? source.timeScale)
  }
}

extension CGSize {
  fileprivate init(_ size: (width: Double, height: Double)) { self.init(width: size.width, height: size.height) }
}

extension CGAffineTransform {
  fileprivate init(_ numbers: [Double]) {
    self.init(
      a: CGFloat(numbers[0]), b: CGFloat(numbers[1]), c: CGFloat(numbers[2]), d: CGFloat(numbers[3]),
      tx: CGFloat(numbers[4]), ty: CGFloat(numbers[5]))
  }
}
