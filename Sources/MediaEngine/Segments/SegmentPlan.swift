import CoreMedia

/// Divides a stream of pictures into segments, and decides what to do next: a pure value.
///
/// The segments' places are at equal distances that follow from the stream's length alone. Near each place a cut is
/// sought, in a range of its own. If the range has no picture, there is no cut, and the segment before it continues.
struct SegmentPlan {
  /// A part of the stream that one encoder encodes.
  struct Segment: Equatable {
    /// The number of the place near which its cut is, which identifies it; 0 for the first.
    var place: Int
    var timeRange: CMTimeRange
    var isLast: Bool
  }

  /// The search for the cut near a place.
  struct Search: Equatable {
    var place: Int
    /// The time near which the cut should be.
    var wanted: CMTime
    /// The range in which the cut may be. The ranges of different places do not overlap.
    var range: CMTimeRange
  }

  /// The next task of a worker.
  enum Work: Equatable {
    case findCut(Search)
    case encode(Segment)
  }

  private enum Cut: Equatable {
    case unknown, sought, none
    case at(CMTime)
  }

  private enum Progress { case waiting, begun, done }

  /// The distances in a plan.
  struct Pace: Equatable {
    /// The distance between places.
    var step: CMTime
    /// The distance before a place at which the search for its cut begins; at most half a step.
    var reach: CMTime
  }

  /// The usual approximate distance between places. Each cut costs up to a key frame, and while the last segments are
  /// encoded some workers are idle. An input of a minute, from which on inputs are divided by default, has three or
  /// four segments.
  static let usualStep = CMTime(value: 20, timescale: 1)

  /// Returns a pace at which cuts add few key frames. Regular key frames, which the pictures themselves do not cause,
  /// have the same times if segments last whole intervals. And within an interval before each place an encoder makes
  /// one key frame in any case.
  ///
  /// - Parameters:
  ///   - wanted: the wanted distance between places.
  ///   - keyFrameInterval: the distance between regular key frames; `nil` if it is not known.
  /// - Returns: The multiple of the interval nearest to the wanted step, and the interval. If the wanted step is
  ///   shorter than two intervals, it is the wanted step and half of it.
  static func pace(near wanted: CMTime, keyFrameInterval: CMTime?) -> Pace {
    if let keyFrameInterval {
      let count = (wanted.seconds / keyFrameInterval.seconds).rounded()
      if count >= 2 {
        let step = CMTimeMultiply(keyFrameInterval, multiplier: Int32(clamping: Int(count)))
        return Pace(step: step, reach: keyFrameInterval)
      }
    }
    return Pace(step: wanted, reach: CMTimeMultiplyByRatio(wanted, multiplier: 1, divisor: 2))
  }

  private let timeRange: CMTimeRange
  private let start: CMTime
  private let pace: Pace
  /// The number of segments that may be begun, counted from the next one to take.
  private let reach: Int
  private var cuts: [Cut]
  /// A later place for each place, between which no place has a cut.
  private var following: [Int]
  private var progress: [Progress]
  /// The place of the next segment to take; at the end, the place after the encoded ones.
  private var taken = 0
  /// The place after the encoded ones.
  private let end: Int

  /// - Parameters:
  ///   - timeRange: the range that is encoded; it may have no end.
  ///   - presented: the range that contains pictures, as far as it is known in advance.
  ///   - share: the share of the places to encode; `nil` for all of them.
  init(of timeRange: CMTimeRange, presented: CMTimeRange, _ pace: Pace, reach: Int, share: SegmentShare? = nil) {
    self.timeRange = timeRange
    self.pace = pace
    self.reach = reach
    start = max(timeRange.start, presented.start)
    let duration = min(timeRange.end, presented.end) - start
    // The last segment lasts between half a step and one and a half.
    let count = duration.isNumeric ? Int(exactly: (duration.seconds / pace.step.seconds).rounded()) ?? 1 : 1
    cuts = Array(repeating: .unknown, count: min(max(count, 1), Self.mostPlaces))
    cuts[0] = .at(timeRange.start)
    following = Array(1...cuts.count)
    progress = Array(repeating: .waiting, count: cuts.count)
    let places = share?.places(of: cuts.count) ?? 0..<cuts.count
    (taken, end) = (places.lowerBound, places.upperBound)
  }

  /// Creates the plan for encoding some segments, whose cuts are known, again.
  ///
  /// - Parameters:
  ///   - segments: all segments in their order, at least one.
  ///   - places: the places of the segments to encode again.
  init(_ segments: [Segment], again places: Set<Int>) {
    timeRange = CMTimeRange(from: segments[0].timeRange.start, to: segments[segments.count - 1].timeRange.end)
    start = timeRange.start
    pace = Pace(step: .zero, reach: .zero)
    end = segments[segments.count - 1].place + 1
    // No segment has to be taken in the order of the pictures.
    reach = end
    cuts = Array(repeating: .none, count: end)
    progress = Array(repeating: .done, count: end)
    for segment in segments {
      cuts[segment.place] = .at(segment.timeRange.start)
      if places.contains(segment.place) { progress[segment.place] = .waiting }
    }
    following = Array(1...end)
  }

  /// The greatest number of places, enough for weeks. A file that states a longer duration is damaged.
  private static let mostPlaces = 1 << 17

  /// Returns the next task for a worker; `nil` until another task was done, or a segment was taken.
  mutating func next() -> Work? {
    let work = nextWork()
    switch work {
    case .encode(let segment): progress[segment.place] = .begun
    case .findCut(let search): cuts[search.place] = .sought
    case nil: break
    }
    return work
  }

  /// Returns the next task. A segment that can be encoded comes first, because its end was sought for that.
  private mutating func nextWork() -> Work? {
    // These are the places of segments that may be begun now, as far as they may have cuts, and one more, because the
    // last segment needs an end.
    var places = [firstPlace(from: taken)]
    while places.count <= reach, places[places.count - 1] < cuts.count {
      places.append(firstPlace(from: places[places.count - 1] + 1))
    }
    places.removeAll { $0 == cuts.count }
    if isAtEnd { return nil }
    for place in places.prefix(reach) where place < end && progress[place] == .waiting {
      if let segment = segment(at: place) { return .encode(segment) }
    }
    // The first cut after the encoded places ends the last segment.
    let last = firstPlace(from: end)
    guard let place = places.first(where: { cuts[$0] == .unknown && $0 <= last }) else { return nil }
    let range = CMTimeRange(from: searchStart(of: place), to: searchStart(of: place + 1))
    return .findCut(Search(place: place, wanted: searchStart(of: place) + pace.reach, range: range))
  }

  /// Notes the result of a search for a cut.
  ///
  /// - Parameters:
  ///   - cut: the cut; `nil` if the place's range has none.
  ///   - following: the time at which the first picture after the range is shown: places before it are skipped.
  mutating func didFindCut(_ cut: CMTime?, of place: Int, following picture: CMTime = .zero) {
    cuts[place] = cut.map { .at($0) } ?? .none
    guard cut == nil else { return }
    var empty = place + 1
    while empty < cuts.count, searchStart(of: empty + 1) <= picture, cuts[empty] == .unknown {
      cuts[empty] = .none
      empty += 1
    }
    // The first places of a share may have no cut: the segment there belongs to the previous share.
    taken = firstPlace(from: taken)
  }

  mutating func didEncode(_ segment: Segment) { progress[segment.place] = .done }

  /// A Boolean value that says whether all segments were taken.
  var isAtEnd: Bool { taken >= end }

  /// Takes the next segment in order, once it is encoded.
  mutating func take() -> Segment? {
    guard !isAtEnd, progress[taken] == .done, let segment = segment(at: taken) else { return nil }
    taken = firstPlace(from: taken + 1)
    return segment
  }

  /// Returns the first place, from one on, that has a cut or may have one. It is after all places if there is none.
  private mutating func firstPlace(from place: Int) -> Int {
    var found = place
    while found < cuts.count, cuts[found] == .none { found = following[found] }
    // Skipped places are linked, so that the next call skips them in one step.
    var passed = place
    while passed < found { (passed, following[passed]) = (following[passed], found) }
    return found
  }

  /// Returns the segment that begins at a place, once its cuts are known.
  private mutating func segment(at place: Int) -> Segment? {
    guard case .at(let start) = cuts[place] else { return nil }
    let next = firstPlace(from: place + 1)
    guard next < cuts.count else {
      return Segment(place: place, timeRange: CMTimeRange(from: start, to: timeRange.end), isLast: true)
    }
    guard case .at(let end) = cuts[next] else { return nil }
    return Segment(place: place, timeRange: CMTimeRange(start: start, end: end), isLast: false)
  }

  /// Returns the start of the search range of a place, which is the end of the range before.
  private func searchStart(of place: Int) -> CMTime {
    guard place < cuts.count else { return timeRange.end }
    return start + CMTimeMultiply(pace.step, multiplier: Int32(place)) - pace.reach
  }
}

extension CMTimeRange {
  /// Makes a range as `init(start:end:)` does, but also without an end.
  init(from start: CMTime, to end: CMTime) {
    self = end.isNumeric ? CMTimeRange(start: start, end: end) : CMTimeRange(start: start, duration: .positiveInfinity)
  }
}
