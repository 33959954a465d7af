import CoreMedia
import MediaSupport

/// Makes the passes over a stream's segments, on one thread, which waits while the crew's threads encode.
struct SegmentPassRunner {
  let encoder: SegmentEncoder
  let folder: SegmentFolder
  let targets: PassTargets
  /// The greatest number of bits of all pictures; `nil` for the targets' bit rate over their duration.
  let bits: Double?
  let counter: PictureCounter
  /// Called at the beginning of a pass.
  let note: (SegmentPassProgress) -> Void

  /// Makes all passes. Segments that are in the folder already are used unchanged.
  ///
  /// - Parameter plan: the plan of the first pass.
  /// - Returns: The passes; `nil` if there are no pictures.
  /// - Throws: the error that stopped a thread of the crew.
  func run(_ plan: SegmentPlan) throws -> SegmentPasses? {
    begin(.first, pictureCount: nil)
    var segments: [MeasuredSegment] = []
    try encode(plan, .first) { segment, stored in
      guard let measured = MeasuredSegment(stored, segment) else {
        throw MediaError(.internalError, .encoding, "a stored segment was not measured")
      }
      segments.append(measured)
    }
    if segments.isEmpty { return nil }
    var passes = SegmentPasses(targets, bits: bits, segments)
    while let pass = passes.next() {
      begin(pass, pictureCount: passes.pictureCount(in: pass))
      var trials: [Int: PassSegment.Trial] = [:]
      try encode(SegmentPlan(passes.segments, again: Set(pass.rateFactors.keys)), pass) { segment, stored in
        trials[segment.place] = stored.trial
      }
      passes.take(trials)
    }
    return passes
  }

  /// Makes a share of a further pass, if all segments of the earlier passes are in the folder. Otherwise it does
  /// nothing.
  ///
  /// - Parameters:
  ///   - share: the share, of the second pass or a later one.
  ///   - timeRange: the range of all segments.
  /// - Throws: as `run`.
  func run(_ share: SegmentShare, over timeRange: CMTimeRange) throws {
    guard let segments = folder.measuredSegments(of: timeRange), !segments.isEmpty else { return }
    var passes = SegmentPasses(targets, bits: bits, segments)
    while let pass = passes.next() {
      let places = pass.rateFactors.keys.sorted()
      guard pass.number < share.pass else {
        let own = pass.part(Set(places[share.places(of: places.count)]))
        if own.rateFactors.isEmpty { return }
        begin(own, pictureCount: passes.pictureCount(in: own))
        return try encode(SegmentPlan(passes.segments, again: Set(own.rateFactors.keys)), own) { _, _ in }
      }
      var trials: [Int: PassSegment.Trial] = [:]
      for place in places {
        guard let trial = folder.segment(at: place, pass: pass.number)?.trial else { return }
        trials[place] = trial
      }
      passes.take(trials)
    }
  }

  private func begin(_ pass: SegmentPasses.Pass, pictureCount: Int?) {
    note(SegmentPassProgress(pass: pass.number, countBefore: counter.count, pictureCount: pictureCount))
  }

  private func encode(
    _ plan: SegmentPlan, _ pass: SegmentPasses.Pass, each: (SegmentPlan.Segment, StoredSegment) throws -> Void
  ) throws {
    let crew = SegmentCrew(encoder, plan, pass, in: folder, counter)
    crew.start()
    defer { crew.stop() }
    while let (segment, stored) = try crew.next() { try each(segment, stored) }
  }
}

/// The progress of one of several passes.
package struct SegmentPassProgress: Sendable, Equatable {
  /// The number of the pass, from 1.
  package var pass: Int
  /// The number of pictures that earlier passes have encoded.
  package var countBefore: Int
  /// The number of pictures that the pass encodes; `nil` for all of them.
  package var pictureCount: Int?
}
