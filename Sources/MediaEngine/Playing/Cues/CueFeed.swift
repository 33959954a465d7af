package import CoreMedia
import MediaInterop
import MediaSupport
import Synchronization

/// Reads the cues of a timed track around any time. One caller at a time.
package final class CueFeed: Sendable {
  private let session: any AssetSession
  private let track: SourceTrack
  private let reader: any SampleReader
  private let end: CMTime
  private let isShown: @Sendable (CMSampleBuffer) -> Bool
  private let known = Mutex(Known())

  /// The cues that were read so far.
  private struct Known {
    /// The cues that last longer than `longestOverlap`, from the container's index and from everything that was read.
    var lasting = LastingCues(leastDuration: CueFeed.longestOverlap)
    var hasIndex = false
    /// The end of the last stretch that was read, and the samples that last beyond it. It is `nil` before the first.
    var last: (end: CMTime, samples: [CMSampleBuffer])?
  }

  /// The time by which reading begins before the wanted time. Texts that begin within it and still last are found, even
  /// if others came after them. Texts that last longer are found only if they are in `lasting`.
  private static let longestOverlap = CMTime(value: 15, timescale: 1)
  /// The time that is read at the start of a known cue: the next one may be as near.
  private static let shortestCue = CMTime(value: 1, timescale: 1000)
  /// The greatest number of earlier starts that are read one after the other: the latest ones that a file states.
  private static let mostEarlierStarts = 32
  /// The time that a cue without a stated end lasts, unless the next one begins earlier.
  private static let longestOpenEnd = CMTime(value: 5, timescale: 1)

  /// - Parameter isShown: returns whether a sample has content. One without content is a pause.
  /// - Throws: `MediaError`: the track cannot be read.
  package init(
    of track: SourceTrack, in content: any AssetContent, isShown: @escaping @Sendable (CMSampleBuffer) -> Bool
  ) throws {
    // Damage must not prevent playing.
    session = content.makeSession(onDamage: .isLeftOut)
    self.track = track
    let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    reader = try session.reader(of: track, output: .packets, timeRange: range, isRandomAccess: true)
    end = CMTimeMaximum(track.timeRange.end, try content.header().duration)
    self.isShown = isShown
  }

  /// Returns the cues that are valid at any time of a stretch, in the order of their starts, and whether the track ends
  /// with the stretch.
  ///
  /// - Throws: `MediaError`: the container cannot be read.
  package func cues(in stretch: CueSchedule.Stretch) throws -> (cues: [Cue], isLast: Bool) {
    let start = CMTimeMaximum(.zero, stretch.start - Self.longestOverlap)
    var samples = try samples(in: CMTimeRange(start: start, end: stretch.end))
    let found = Set(samples.map(\.presentationTimeStamp))
    samples += try earlierSamples(than: start, holdingAt: stretch.start, beside: found)
    samples.sort { $0.presentationTimeStamp < $1.presentationTimeStamp }
    let cues = samples.indices.map { index in
      let start = samples[index].presentationTimeStamp
      let next = samples[(index + 1)...].first?.presentationTimeStamp
      return Cue(samples[index], from: start, to: Self.end(of: samples[index], at: start, next: next))
    }
    known.withLock { known in
      for cue in cues { known.lasting.insert(CMTimeRange(start: cue.start, end: cue.end)) }
      known.last = (stretch.end, cues.filter { $0.end > stretch.end }.map(\.sample))
    }
    let wanted = cues.filter {
      $0.start < stretch.end && $0.end > stretch.start && $0.end > $0.start && isShown($0.sample)
    }
    return (wanted, stretch.end >= end)
  }

  private func samples(in range: CMTimeRange) throws -> [CMSampleBuffer] {
    reader.reset(to: [range])
    var samples: [CMSampleBuffer] = []
    while let sample = try reader.next() {
      if sample.numSamples > 0, sample.presentationTimeStamp.isNumeric { samples.append(sample) }
    }
    return samples
  }

  /// Returns the samples that begin before a time and are known to last beyond a later one, except those that begin at
  /// given times.
  private func earlierSamples(
    than start: CMTime, holdingAt time: CMTime, beside found: Set<CMTime>
  ) throws -> [CMSampleBuffer] {
    // For a stretch that directly follows the last one, the samples are known.
    if let last = known.withLock({ $0.last }), last.end == time {
      return last.samples.filter { !found.contains($0.presentationTimeStamp) }
    }
    if start <= .zero { return [] }
    try readIndex()
    let starts = known.withLock { $0.lasting.starts(before: start, holdingAt: time) }
    return try starts.filter { !found.contains($0) }.suffix(Self.mostEarlierStarts).flatMap { start in
      let range = CMTimeRange(start: start, duration: Self.shortestCue)
      return try samples(in: range).filter { $0.presentationTimeStamp == start }
    }
  }

  /// Notes the cues of the container's index, once.
  ///
  /// - Throws: `MediaError` of kind `cancelled`. An index that cannot be read is ignored.
  private func readIndex() throws {
    if known.withLock({ $0.hasIndex }) { return }
    var stretches: [CMTimeRange] = []
    do {
      stretches = try session.indexedStretches(of: track)
    } catch let error as MediaError where error.kind == .cancelled {
      throw error
    } catch {}
    known.withLock { known in
      for stretch in stretches { known.lasting.insert(stretch) }
      known.hasIndex = true
    }
  }

  private static func end(of sample: CMSampleBuffer, at start: CMTime, next: CMTime?) -> CMTime {
    let duration = sample.duration
    if duration.isNumeric, duration > .zero { return start + duration }
    let end = start + longestOpenEnd
    return next.map { CMTimeMinimum($0, end) } ?? end
  }

  /// Makes reading end soon. Any thread.
  package func cancel() { session.cancel() }
}
