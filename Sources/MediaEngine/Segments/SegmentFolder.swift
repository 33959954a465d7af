import CoreMedia
import Foundation
import MediaInterop
import MediaSupport

/// The folder of a stream's encoded segments: one file for each segment, and another for each pass that encodes it
/// again.
struct SegmentFolder: Sendable {
  let path: String
  /// The unit of the packets' times.
  let timeBase: TimeBase

  private static let ending = ".segment"

  /// Returns the path of a segment's file.
  ///
  /// - Parameters:
  ///   - place: the number of the segment.
  ///   - pass: the number of the pass, from 1.
  func path(of place: Int, pass: Int) -> String {
    "\(path)/\(place)\(pass == 1 ? "" : ".\(pass)")\(Self.ending)"
  }

  /// Returns an encoded segment; `nil` if there is no complete one.
  func segment(at place: Int, pass: Int) -> StoredSegment? {
    StoredSegment(path: path(of: place, pass: pass), timeBase: timeBase)
  }

  /// Returns an encoded segment that must exist.
  ///
  /// - Throws: `MediaError(.inputOutput)` if it does not exist, or is incomplete.
  func requireSegment(at place: Int, pass: Int) throws(MediaError) -> StoredSegment {
    if let stored = segment(at: place, pass: pass) { return stored }
    throw MediaError(
      .inputOutput, .encoding, "a stored segment was changed", path: path(of: place, pass: pass))
  }

  /// Returns the segments of the first pass in a time range, with their outcomes. It is `nil` if any of them is
  /// missing.
  func measuredSegments(of timeRange: CMTimeRange) -> [MeasuredSegment]? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let places = names.filter { $0.hasSuffix(Self.ending) }.compactMap { Int($0.dropLast(Self.ending.count)) }.sorted()
    var segments: [MeasuredSegment] = []
    var start = timeRange.start
    for place in places {
      guard let stored = segment(at: place, pass: 1), stored.timeRange.start == start,
        let measured = MeasuredSegment(
          stored, SegmentPlan.Segment(place: place, timeRange: stored.timeRange, isLast: place == places.last))
      else { return nil }
      segments.append(measured)
      start = stored.timeRange.end
    }
    return start == CMTimeRange(from: timeRange.start, to: timeRange.end).end ? segments : nil
  }
}

/// A segment with the outcome of its first encoding.
struct MeasuredSegment {
  let segment: SegmentPlan.Segment
  /// The decode time of each picture, in seconds, in decode order.
  let decodeTimes: [Double]
  /// The times in seconds at which the first picture begins and the last one ends.
  let (start, end): (Double, Double)
  let trial: PassSegment.Trial
}

extension MeasuredSegment {
  /// - Returns: `nil` if its pictures were not measured.
  init?(_ stored: StoredSegment, _ segment: SegmentPlan.Segment) {
    guard let trial = stored.trial else { return nil }
    self.segment = segment
    self.trial = trial
    decodeTimes = stored.packets.map { $0.timeBase.seconds($0.dts ?? 0) }
    start = stored.packets.map { $0.timeBase.seconds($0.pts ?? 0) }.min() ?? 0
    end = stored.packets.map { $0.timeBase.seconds(($0.pts ?? 0) + $0.duration) }.max() ?? 0
  }
}
