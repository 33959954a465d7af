package import CoreMedia
import Foundation
import MediaSupport
import MediaTime
import MovieFile

/// A position among the samples of a movie's track. It needs only the movie's tables.
///
/// Times are the media's own, before any edit.
package struct SampleCursor: Sendable {
  /// The initial position of a cursor.
  package enum Start: Sendable {
    /// The last sample that is shown at or before a time, or the sample that is shown first if there is none.
    case shown(at: CMTime)
    /// The sample that is decoded first.
    case first
    /// The sample that is decoded last.
    case last
  }

  let samples: SampleIndex
  private let formats: [CMFormatDescription]
  let movieURL: URL
  /// The number of the sample in decode order.
  package private(set) var index: Int
  /// The sample at this position.
  private(set) var sample: TrackSample

  /// - Returns: `nil` for a time that is not numeric, and for a track without samples.
  init?(_ samples: SampleIndex, _ formats: [CMFormatDescription], in movieURL: URL, at start: Start) {
    let index: Int
    switch start {
    case .shown(let time):
      guard let ticks = Self.timeBase(of: samples).ticks(time, .down) else { return nil }
      index = samples.index(shownAt: ticks) ?? samples.firstShown
    case .first: index = 0
    case .last: index = samples.count - 1
    }
    guard let sample = samples[index], formats.indices.contains(sample.entry),
      formats.count == samples.track.sampleEntries.count
    else { return nil }
    self.samples = samples
    self.formats = formats
    self.movieURL = movieURL
    self.index = index
    self.sample = sample
  }

  private static func timeBase(of samples: SampleIndex) -> TimeBase {
    TimeBase(ticksPerSecond: max(1, samples.track.timeScale))
  }

  private var timeBase: TimeBase { Self.timeBase(of: samples) }

  package var decodeTime: CMTime { timeBase.time(sample.decodeTime) }
  package var presentationTime: CMTime { timeBase.time(sample.presentationTime) }
  package var duration: CMTime { timeBase.time(sample.duration) }
  package var format: CMFormatDescription { formats[sample.entry] }

  // MARK: Seeking

  private mutating func move(to index: Int) {
    guard let sample = samples[index] else { return }
    self.index = index
    self.sample = sample
  }

  /// Moves by a number of samples in decode order, as far as there are any.
  ///
  /// - Returns: The number of samples that it moved by.
  package mutating func stepInDecodeOrder(by count: Int64) -> Int64 {
    let start = index
    move(to: Self.place(start, plus: count, of: samples.count))
    return Int64(index - start)
  }

  /// Moves by a number of samples in presentation order, as far as there are any.
  package mutating func stepInPresentationOrder(by count: Int64) -> Int64 {
    guard let order = samples.presentationOrder else { return stepInDecodeOrder(by: count) }
    let start = Int(order.places[index])
    let place = Self.place(start, plus: count, of: order.indices.count)
    move(to: Int(order.indices[place]))
    return Int64(place - start)
  }

  private static func place(_ start: Int, plus count: Int64, of total: Int) -> Int {
    let sum = Int64(start).addingReportingOverflow(count)
    let wanted = sum.overflow ? (count < 0 ? 0 : Int64.max) : sum.partialValue
    return Int(min(max(0, wanted), Int64(total - 1)))
  }

  /// Moves to the last sample that is decoded at or before a time.
  ///
  /// - Parameter delta: the distance from the decode time of this sample.
  /// - Returns: The distance that it moved, and whether the time lies before the first sample or behind the last.
  package mutating func stepByDecodeTime(_ delta: CMTime) -> (moved: CMTime, wasPinned: Bool)? {
    let start = decodeTime
    guard let ticks = timeBase.ticks(start + delta, .down) else { return nil }
    let found = samples.index(decodedAt: ticks)
    move(to: found ?? 0)
    return (decodeTime - start, found == nil || isLast(index) && ticks >= sample.decodeTime &+ sample.duration)
  }

  /// Moves to the last sample that is shown at or before a time, like `stepByDecodeTime(_:)`.
  package mutating func stepByPresentationTime(_ delta: CMTime) -> (moved: CMTime, wasPinned: Bool)? {
    let start = presentationTime
    guard let ticks = timeBase.ticks(start + delta, .down) else { return nil }
    let found = samples.index(shownAt: ticks)
    let order = samples.presentationOrder
    move(to: found ?? samples.firstShown)
    let isLastShown = order.map { Int($0.places[index]) == $0.indices.count - 1 } ?? isLast(index)
    let isBehind = isLastShown && ticks >= sample.presentationTime &+ sample.duration
    return (presentationTime - start, found == nil || isBehind)
  }

  private func isLast(_ index: Int) -> Bool { index == samples.count - 1 }

  /// Returns whether a sample that is decoded before this one is shown after another one.
  package func mayEarlierSamplesBeShown(after other: SampleCursor) -> Bool {
    if let order = samples.presentationOrder { return order.isAnyDecoded(before: index, shownAfter: other.index) }
    return other.index < index - 1
  }

  /// Returns whether a sample that is decoded after this one is shown before another one.
  package func mayLaterSamplesBeShown(before other: SampleCursor) -> Bool {
    if let order = samples.presentationOrder { return order.isAnyDecoded(after: index, shownBefore: other.index) }
    return other.index > index + 1
  }
}
