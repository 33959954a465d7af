package import CoreMedia
import MediaInterop

/// Reads the cues of a timed track around any time. One caller at a time.
package final class CueFeed: Sendable {
  private let session: any AssetSession
  private let reader: any SampleReader
  private let end: CMTime
  private let isShown: @Sendable (CMSampleBuffer) -> Bool

  /// The time by which reading begins earlier than wanted: texts that began there and still hold are found, unless they
  /// hold longer and others came after them.
  private static let longestOverlap = CMTime(value: 15, timescale: 1)
  /// The time for which a cue holds that does not say when it ends, unless the next one begins before.
  private static let longestOpenEnd = CMTime(value: 5, timescale: 1)

  /// - Parameter isShown: says whether a sample has content. One without is a pause.
  /// - Throws: `MediaError`: the track cannot be read.
  package init(
    of track: SourceTrack, in content: any AssetContent, isShown: @escaping @Sendable (CMSampleBuffer) -> Bool
  ) throws {
    // Damage is no reason not to play.
    session = content.makeSession(onDamage: .isLeftOut)
    let range = CMTimeRange(start: .zero, duration: .positiveInfinity)
    reader = try session.reader(of: track, output: .packets, timeRange: range, isRandomAccess: true)
    end = CMTimeMaximum(track.timeRange.end, try content.header().duration)
    self.isShown = isShown
  }

  /// Returns the cues that hold at any time of a stretch, in the order of their starts, and whether the track ends with
  /// it.
  ///
  /// - Throws: `MediaError`: the container cannot be read.
  package func cues(in stretch: CueSchedule.Stretch) throws -> (cues: [Cue], isLast: Bool) {
    let start = CMTimeMaximum(.zero, stretch.start - Self.longestOverlap)
    reader.reset(to: [CMTimeRange(start: start, end: stretch.end)])
    var samples: [CMSampleBuffer] = []
    while let sample = try reader.next() {
      if sample.numSamples > 0, sample.presentationTimeStamp.isNumeric { samples.append(sample) }
    }
    samples.sort { $0.presentationTimeStamp < $1.presentationTimeStamp }
    let cues = samples.indices.map { index in
      let start = samples[index].presentationTimeStamp
      let next = samples[(index + 1)...].first?.presentationTimeStamp
      return Cue(samples[index], from: start, to: Self.end(of: samples[index], at: start, next: next))
    }
    let wanted = cues.filter {
      $0.start < stretch.end && $0.end > stretch.start && $0.end > $0.start && isShown($0.sample)
    }
    return (wanted, stretch.end >= end)
  }

  private static func end(of sample: CMSampleBuffer, at start: CMTime, next: CMTime?) -> CMTime {
    let duration = sample.duration
    if duration.isNumeric, duration > .zero { return start + duration }
    let end = start + longestOpenEnd
    return next.map { CMTimeMinimum($0, end) } ?? end
  }

  /// Lets reading end soon. Any thread.
  package func cancel() { session.cancel() }
}
