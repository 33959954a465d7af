internal import AVFoundation
internal import Foundation

/// Encodes the pictures at the ends of cuts.
struct CutEncoder {
  private let source: Source
  private let plan: Plan
  /// The folder of the files that it makes and removes.
  private let folder: String
  /// The user's name for the output.
  private let output: String
  private let encoder: TrackEncoder

  /// - Parameters:
  ///   - output: the user's name for the output.
  ///   - cancellation: the relay that makes `run` fail soon.
  init(
    _ source: Source, _ plan: Plan, in folder: String, for output: String, until cancellation: CancellationRelay
  ) {
    (self.source, self.plan, self.folder, self.output) = (source, plan, folder, output)
    encoder = TrackEncoder(cancellation: cancellation)
  }

  /// Returns the pictures of each track that is cut, by the tracks' identifiers.
  ///
  /// - Throws: `JobError` of the reader or the encoder.
  func run() throws(JobError) -> [Int32: CutPictures] {
    var pictures: [Int32: CutPictures] = [:]
    for track in plan.tracks {
      guard let cut = track.cut else { continue }
      pictures[track.source.id] = try self.pictures(of: track, cut)
    }
    return pictures
  }

  private func pictures(of track: TrackPlan, _ cut: CutPlan) throws(JobError) -> CutPictures {
    if cut.copiesAll { return CutPictures(cut, plan.part, head: [], tail: [], format: nil) }
    let encoding = try source.cutEncoding(of: track, in: plan.container)
    let original = try source.assetTrack(track.source).format
    var format = original
    func encode(_ range: CMTimeRange) throws(JobError) -> [CMSampleBuffer] {
      let number = format?.freeParameterSetNumber
      let samples = try self.encode(
        range, of: track, as: encoding.settings(parameterSetNumber: number), codedAs: original?.mediaSubType)
      if number != nil, let added = samples.first?.formatDescription { format = format?.addingParameterSets(of: added) }
      return samples
    }
    let start = CMTime(max(plan.part.origin, track.source.start))
    var (head, tail): ([CMSampleBuffer], [CMSampleBuffer]) = ([], [])
    if let end = cut.headEnd {
      head = try encode(CMTimeRange(start: start, end: CMTime(end)))
      if cut.copiedStart != nil, let last = head.last, let ended = last.formatDescription?.endingSequence(last) {
        head[head.count - 1] = ended
      }
    }
    if let tailStart = cut.tailStart, let end = plan.part.end {
      tail = try encode(CMTimeRange(start: CMTime(tailStart), end: CMTime(end)))
    }
    let isShared = format != nil && format !== original
    guard isShared || plan.container.isMovie else {
      throw JobError(
        .containerUnsupported,
        "\(source.input.name): \(track.source.title) cannot be cut to the picture in \(plan.container.rawValue): its "
          + "parameter sets leave no number free", hint: "write mov or mp4, or move the ends with --snap")
    }
    return CutPictures(cut, plan.part, head: head, tail: tail, format: isShared ? format : nil)
  }

  /// Encodes the pictures of a range, each at its own time.
  ///
  /// - Parameter subType: the code of the copied pictures' coding, which the encoded ones get: players look for a track's
  ///   sample entries of one code alone.
  private func encode(
    _ range: CMTimeRange, of track: TrackPlan, as settings: [String: Any],
    codedAs subType: CMFormatDescription.MediaSubType?
  ) throws(JobError) -> [CMSampleBuffer] {
    let path = folder + "/cut-\(track.source.id).mov"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let work = TrackEncoder.Work(
      source: source, track: track.source, range: range, settings: settings, timeScale: track.cut?.timeScale)
    try encoder.encode(work, into: path, noting: UnnotedSamples(), for: output)
    do {
      return try Self.samples(of: URL(fileURLWithPath: path), from: range.start, codedAs: subType)
    } catch {
      throw JobError(reading: error, of: source.input.name)
    }
  }

  /// Returns the samples of a file, at the times at which they are shown in the source.
  private static func samples(
    of url: URL, from start: CMTime, codedAs subType: CMFormatDescription.MediaSubType?
  ) throws -> [CMSampleBuffer] {
    let asset = AVURLAsset(url: url)
    guard let track = asset.tracks.first else { return [] }
    let format = subType.flatMap { track.format?.recoded(as: $0) } ?? track.format
    var samples: [CMSampleBuffer] = []
    try asset.readSamples(of: track) { sample in
      guard sample.numSamples > 0 else { return }
      samples.append(
        sample.copy(format: format) { timing in
          CMSampleTimingInfo(
            duration: timing.duration, presentationTimeStamp: start + timing.presentationTimeStamp,
            decodeTimeStamp: start + timing.presentationTimeStamp)
        })
    }
    return samples
  }
}
