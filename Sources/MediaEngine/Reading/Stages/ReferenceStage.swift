import CoreMedia
import Foundation
import MediaSupport
import MediaTime
import MovieFile

/// Samples without their bytes, but with the file and offset where a movie's tables locate them (AR-62).
///
/// Times are on the asset's timeline, by the first edit that shows media.
final class ReferenceStage: ReadingStage {
  private let track: Track
  private let formats: [CMFormatDescription]
  private let movieURL: URL
  private var range = CMTimeRange.zero
  private let media: TimeBase
  /// The amount that is added to the media's times to get times on the asset's timeline.
  private let shift: CMTime
  private var samples: SampleSequence.Iterator
  private var ahead: TrackSample?

  /// The greatest number of samples in a buffer of sound: otherwise a second of PCM at 48 kHz could be 48 000 buffers.
  private static let largestRun = 4096

  /// - Throws: `MediaError(.unsupportedByContainer)` for a source that is no movie file.
  init(_ source: SourceTrack, in information: SourceInformation, url: URL) throws {
    guard let movie = information.movie, let track = movie.track(id: UInt32(bitPattern: source.trackID)) else {
      throw MediaError(
        .unsupportedByContainer, .demuxing, "only movie files have an index with the positions of samples")
    }
    self.track = track
    formats = source.formatDescriptions
    movieURL = url
    media = TimeBase(ticksPerSecond: track.timeScale)
    let edits = movie.editMap(of: track)
    shift = edits.mediaStart.map { movie.timeBase.time(edits.emptyStart) - track.timeBase.time($0) } ?? .zero
    samples = track.samples.makeIterator()
  }

  /// Seeks to the last sample at or before the range's start at which decoding can begin.
  func seek(to range: CMTimeRange) {
    self.range = range
    samples = track.samples.makeIterator()
    ahead = samples.next()
    guard range.start > .zero else { return }
    var (start, startSamples) = (ahead, samples)
    var isEmpty = true
    while let sample = ahead {
      if end(of: sample) > range.start || time(sample.presentationTime) == range.start {
        isEmpty = false
        if sample.isSync { break }
      }
      if sample.isSync { (start, startSamples) = (sample, samples) }
      ahead = samples.next()
    }
    // Samples before a range are needed only for the samples in it.
    if isEmpty { return }
    if let found = ahead, time(found.presentationTime) <= range.start { return }
    (ahead, samples) = (start, startSamples)
  }

  func next() throws -> CMSampleBuffer? {
    guard let first = ahead else { return nil }
    if range.end.isNumeric, time(first.decodeTime) >= range.end { return nil }
    var run = [first]
    ahead = samples.next()
    while track.kind == .audio, let sample = ahead, run.count < Self.largestRun, let last = run.last,
      sample.entry == last.entry, sample.offset == last.offset &+ Int64(last.size)
    {
      if range.end.isNumeric, time(sample.decodeTime) >= range.end { break }
      run.append(sample)
      ahead = samples.next()
    }
    return try buffer(of: run)
  }

  private func buffer(of run: [TrackSample]) throws -> CMSampleBuffer {
    guard let first = run.first, formats.indices.contains(first.entry) else {
      throw MediaError(.damagedContainer, .demuxing, "a sample has no sample description")
    }
    let isUniform = run.allSatisfy { $0.duration == first.duration && $0.size == first.size && $0.isSync }
    let described = isUniform ? [first] : run
    let isAudio = track.kind == .audio
    let sample = CMSampleBuffer(
      dataBuffer: nil, format: formats[first.entry], sampleCount: run.count,
      timings: described.map { sample in
        CMSampleTimingInfo(
          duration: media.time(sample.duration), presentationTimeStamp: time(sample.presentationTime),
          decodeTimeStamp: isAudio ? .invalid : time(sample.decodeTime))
      }, sizes: described.map(\.size), flags: described.map { SampleFlags(isSync: $0.isSync, $0.dependency) })
    SampleReference(url: try track.location(of: first, in: movieURL), offset: first.offset).attach(to: sample)
    return sample
  }

  private func time(_ ticks: Int64) -> CMTime { media.time(ticks) + shift }
  private func end(of sample: TrackSample) -> CMTime { time(sample.presentationTime &+ sample.duration) }
}
