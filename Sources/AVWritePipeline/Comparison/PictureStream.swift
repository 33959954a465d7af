internal import AVFoundation
internal import MediaSupport

/// The pictures of a part of a file's first video track, in the order of their times. It is for one thread at a time.
final class PictureStream {
  /// A picture at its time from the part's time 0. One that began earlier begins there.
  struct Moment {
    var time: ExactTime
    /// The duration in seconds; 0 where the file does not say it.
    var duration: Double
    var picture: CVPixelBuffer
  }

  let source: Source
  let part: SourcePart
  let track: TrackFacts
  private let settings: [String: Any]
  private let reader: AVAssetReader
  private let output: AVAssetReaderTrackOutput

  /// - Parameters:
  ///   - part: the wanted part of the file.
  ///   - settings: the reader's settings for pictures; the decoder's own format when empty.
  ///   - turn: the turn that pictures are given as stored, before all else, or nil for none.
  /// - Throws: `JobError` of exit 65 to 67 or 69.
  init(
    _ source: Source, part: SourcePart, settings: [String: Any] = [:], turn: PictureTurn? = nil
  ) throws(JobError) {
    let track = try Self.track(of: source)
    guard track.isDecodable else {
      throw JobError(
        .decoderMissing, "\(source.input.name): this build has no decoder for \(track.codecInWords)")
    }
    self.source = source
    self.part = part
    self.track = track
    self.settings = settings
    output = AVAssetReaderTrackOutput(track: try source.assetTrack(track), outputSettings: settings)
    output.alwaysCopiesSampleData = false
    output.turn = turn
    do {
      reader = try source.asset.makeReader()
    } catch {
      throw JobError(reading: error, of: source.input.name)
    }
    guard reader.canAdd(output) else {
      throw JobError(.settingsUnsupported, "\(source.input.name): \(track.title) cannot be decoded for comparison")
    }
    reader.add(output)
    if !part.isWhole { reader.timeRange = part.timeRange }
    if !reader.startReading() { throw error }
  }

  deinit { reader.cancelReading() }

  /// Returns the track whose pictures are compared.
  ///
  /// - Throws: `JobError` of exit 69.
  static func track(of source: Source) throws(JobError) -> TrackFacts {
    if let track = source.facts.tracks.first(where: { $0.kind == .video }) { return track }
    throw JobError(.noTracks, "\(source.input.name): has no video track to compare")
  }

  /// Returns the next picture; nil at the end.
  ///
  /// - Throws: `JobError` of exit 65 where a picture cannot be read or decoded.
  func next() throws(JobError) -> Moment? {
    while let sample = output.copyNextSampleBuffer() {
      let shown = sample.presentationTimeStamp - CMTime(part.origin)
      guard let picture = sample.imageBuffer, let time = ExactTime(max(.zero, shown)) else { continue }
      let duration = sample.duration.isNumeric ? sample.duration.seconds + min(0, shown.seconds) : 0
      return Moment(time: time, duration: max(0, duration), picture: picture)
    }
    if reader.status == .failed { throw error }
    return nil
  }

  private var error: JobError {
    guard let error = reader.error else { return JobError(.cancelled, "\(source.input.name): reading was cancelled") }
    return JobError(reading: error, of: source.input.name)
  }
}
