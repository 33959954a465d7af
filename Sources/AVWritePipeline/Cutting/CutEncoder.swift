internal import AVFoundation
internal import Foundation
internal import Synchronization

/// Encodes the pictures at the ends of cuts. `cancel` may be called from any thread.
final class CutEncoder: @unchecked Sendable {
  // Sendable: source and plan do not change, and one thread runs.
  private let source: Source
  private let plan: Plan
  /// The folder of the files that it makes and removes.
  private let folder: String
  private let state = Mutex<(pump: Pump?, isCancelled: Bool)>((nil, false))

  init(_ source: Source, _ plan: Plan, in folder: String) {
    (self.source, self.plan, self.folder) = (source, plan, folder)
  }

  /// Makes `run` fail soon.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.pump
    }?.cancel()
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
    let encoding = try CutEncoding(track, of: source, in: plan.container)
    let original = try source.assetTrack(track.source).format
    var format = original
    func encode(_ range: CMTimeRange) throws(JobError) -> [CMSampleBuffer] {
      let number = format?.freeParameterSetNumber
      let samples = try self.encode(range, of: track, as: encoding.settings(parameterSetNumber: number))
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
  private func encode(
    _ range: CMTimeRange, of track: TrackPlan, as settings: [String: Any]
  ) throws(JobError) -> [CMSampleBuffer] {
    let url = URL(fileURLWithPath: folder + "/cut-\(track.source.id).mov")
    defer { try? FileManager.default.removeItem(at: url) }
    do {
      let reader = try AVAssetReader(asset: source.asset)
      reader.timeRange = range
      let output = AVAssetReaderTrackOutput(track: try source.assetTrack(track.source), outputSettings: [:])
      output.alwaysCopiesSampleData = false
      reader.add(output)
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = try AVAssetWriterInput.checked(mediaType: .video, outputSettings: settings, sourceFormatHint: nil)
      input.mediaTimeScale = track.cut?.timeScale ?? max(0, track.source.timeScale)
      writer.add(input)
      let shared = SharedOutput(output)
      let pipe = TrackPipe(SampleFeed(shared.makeTap(), nil, earliest: range.start), input, noting: Unnoted())
      let pump = Pump(
        [reader], [shared], through: [pipe], into: [Pump.Destination(writer, from: range.start, to: range.end)])
      let isCancelled = state.withLock { state in
        state.pump = pump
        return state.isCancelled
      }
      if isCancelled { pump.cancel() }
      do throws(Pump.Failure) {
        try pump.run()
      } catch {
        if case .writing = error, let cause = writer.error { throw JobError(writing: cause, to: plan.container.name) }
        throw JobError(reading: reader, of: source)
      }
      return try Self.samples(of: url, from: range.start)
    } catch let error as JobError {
      throw error
    } catch {
      throw JobError(reading: error, of: source.input.name)
    }
  }

  /// Returns the samples of a file, at the times at which they are shown in the source.
  private static func samples(of url: URL, from start: CMTime) throws -> [CMSampleBuffer] {
    let asset = AVURLAsset(url: url)
    guard let track = asset.tracks.first else { return [] }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
    var samples: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() {
      guard sample.numSamples > 0 else { continue }
      samples.append(
        sample.copy(format: sample.formatDescription) { timing in
          CMSampleTimingInfo(
            duration: timing.duration, presentationTimeStamp: start + timing.presentationTimeStamp,
            decodeTimeStamp: start + timing.presentationTimeStamp)
        })
    }
    guard reader.status == .completed else { throw reader.error ?? AVError(.unknown) }
    return samples
  }
}

/// The record of a pipe whose samples nobody counts.
private struct Unnoted: PipeRecord {
  func didMove(_ sample: CMSampleBuffer) {}
}
