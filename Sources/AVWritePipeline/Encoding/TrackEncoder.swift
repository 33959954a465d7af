internal import AVFoundation
internal import Foundation

/// Encodes a part of one track into a movie that has nothing else.
struct TrackEncoder {
  /// The relay that makes the encoding that runs, and every later one, fail soon.
  let cancellation: CancellationRelay

  /// The samples that are encoded, and the form that they get.
  struct Work {
    let source: Source
    let track: TrackFacts
    /// The part of the source's timeline, whose start is time 0 of the movie.
    let range: CMTimeRange
    /// The settings of the writer's input.
    let settings: [String: Any]
    /// The number of ticks a second in the times of pictures, or nil for the encoder's choice.
    var timeScale: Int32?
    /// A Boolean value that says whether pictures are turned as the track's matrix shows them.
    var isTurned = false
  }

  /// Encodes the samples of some work, each at its own time.
  ///
  /// - Parameters:
  ///   - path: the movie, which is not there yet.
  ///   - record: an object that is told every sample that goes into the encoder.
  ///   - name: the name of the output, for messages.
  /// - Throws: `JobError` of the reader or the encoder.
  func encode(
    _ work: Work, into path: String, noting record: any PipeRecord, for name: String
  ) throws(JobError) {
    let track = try work.source.assetTrack(work.track)
    do {
      let reader = try work.source.asset.makeReader()
      reader.timeRange = work.range
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
      output.alwaysCopiesSampleData = false
      output.appliesPreferredTrackTransform = work.isTurned
      reader.add(output)
      let writer = try AVAssetWriter(outputURL: URL(fileURLWithPath: path), fileType: .mov)
      let input = try AVAssetWriterInput.checked(
        mediaType: track.mediaType, outputSettings: work.settings, sourceFormatHint: nil)
      if track.mediaType != .audio { input.mediaTimeScale = max(0, work.timeScale ?? work.track.timeScale) }
      writer.add(input)
      let shared = SharedOutput(output)
      let pipe = TrackPipe(SampleFeed(shared.makeTap(), nil, earliest: work.range.start), input, noting: record)
      let pump = Pump(
        [reader], [shared], through: [pipe],
        into: [Pump.Destination(writer, from: work.range.start, to: work.range.end)])
      do throws(Pump.Failure) {
        try cancellation.passing(to: { _ in pump.cancel() }) { () throws(Pump.Failure) in try pump.run() }
      } catch {
        if case .writing = error, let cause = writer.error { throw JobError(writing: cause, to: name) }
        throw JobError(reading: reader, of: work.source)
      }
    } catch let error as JobError {
      throw error
    } catch {
      throw JobError(reading: error, of: work.source.input.name)
    }
  }
}

/// The record of a pipe whose samples nobody counts.
struct UnnotedSamples: PipeRecord {
  func didMove(_ sample: CMSampleBuffer) {}
}
