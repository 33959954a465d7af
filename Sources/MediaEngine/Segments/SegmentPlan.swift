import CoreMedia

/// Parts a stream of pictures into segments, and says what is to be done next: a pure value.
///
/// Places at even steps follow from the stream's length alone. Near each a cut is wanted: at the next picture that an
/// encoder which begins at the place would make a key frame. Where none comes before the next place there is no cut, and
/// the segment before it goes on.
struct SegmentPlan {
  /// What one encoder encodes.
  struct Segment: Equatable {
    /// Where its cut was wanted, which is its name; 0 of the first.
    var place: Int
    var timeRange: CMTimeRange
    var isLast: Bool
  }

  /// What a worker does next.
  enum Work: Equatable {
    /// Find the cut of a place within a range.
    case findCut(place: Int, CMTimeRange)
    case encode(Segment)
  }

  private enum Cut: Equatable {
    case unknown, sought, none
    case at(CMTime)
  }

  private enum Progress { case waiting, begun, done }

  /// How far places are from each other, about: each cut costs up to a key frame, and while the last segments are encoded some
  /// workers have nothing to do. Ten minutes, from which on an input is parted unasked, are thirty segments.
  static let usualStep = CMTime(value: 20, timescale: 1)

  /// Key frames that come at even intervals, because nothing in the pictures asks for one, come at the same places in segments
  /// of whole intervals: none is added.
  ///
  /// - Parameters:
  ///   - wanted: how far apart places are to be.
  ///   - keyFrameInterval: how far apart such key frames are; `nil` where nobody knows.
  /// - Returns: the multiple of the interval nearest to what is wanted; that itself where it has no two of them, since
  ///   the cut of a place lies an interval behind it and has to come before the next place.
  static func step(near wanted: CMTime, keyFrameInterval: CMTime?) -> CMTime {
    guard let keyFrameInterval else { return wanted }
    let count = (wanted.seconds / keyFrameInterval.seconds).rounded()
    return count >= 2 ? CMTimeMultiply(keyFrameInterval, multiplier: Int32(clamping: Int(count))) : wanted
  }

  private let timeRange: CMTimeRange
  private let start: CMTime
  private let step: CMTime
  /// How many segments may be begun from the one on that is taken next.
  private let reach: Int
  private var cuts: [Cut]
  private var progress: [Progress]
  /// The place of the segment that is taken next; behind all places at the end.
  private var taken = 0

  /// - Parameters:
  ///   - timeRange: what is encoded; it may have no end.
  ///   - presented: where the pictures are, as far as that is known beforehand.
  init(of timeRange: CMTimeRange, presented: CMTimeRange, step: CMTime = usualStep, reach: Int) {
    self.timeRange = timeRange
    self.step = step
    self.reach = reach
    start = max(timeRange.start, presented.start)
    let duration = min(timeRange.end, presented.end) - start
    let count = duration.isNumeric ? Int(exactly: (duration.seconds / step.seconds).rounded(.down)) ?? 1 : 1
    // The last segment takes what is left of a step too.
    cuts = Array(repeating: .unknown, count: min(max(count, 1), Self.mostPlaces))
    cuts[0] = .at(timeRange.start)
    progress = Array(repeating: .waiting, count: cuts.count)
  }

  /// Weeks: what says that it is longer is damaged.
  private static let mostPlaces = 1 << 17

  /// What is to be done next, by whoever asks; `nil` until something else was done or taken.
  mutating func next() -> Work? {
    let work = nextWork
    switch work {
    case .encode(let segment): progress[segment.place] = .begun
    case .findCut(let place, _): cuts[place] = .sought
    case nil: break
    }
    return work
  }

  /// What can be encoded comes first: its end was sought for that.
  private var nextWork: Work? {
    let places = reachablePlaces
    if let segment = places.lazy.filter({ progress[$0] == .waiting }).compactMap(segment).first {
      return .encode(segment)
    }
    // The last of them is known by its end.
    let end = ((places.last ?? 0) + 1..<cuts.count).first { cuts[$0] != .none }
    guard let place = (places + [end].compactMap(\.self)).first(where: { cuts[$0] == .unknown }) else { return nil }
    return .findCut(place: place, CMTimeRange(from: time(of: place), to: time(of: place + 1)))
  }

  mutating func didFindCut(_ cut: CMTime?, of place: Int) { cuts[place] = cut.map { .at($0) } ?? .none }

  mutating func didEncode(_ segment: Segment) { progress[segment.place] = .done }

  /// Whether all segments were taken.
  var isAtEnd: Bool { taken == cuts.count }

  /// The next segment in order, once it is encoded; whoever takes it has it.
  mutating func take() -> Segment? {
    guard !isAtEnd, progress[taken] == .done, let segment = segment(at: taken) else { return nil }
    repeat { taken += 1 } while taken < cuts.count && cuts[taken] == .none
    return segment
  }

  /// Where segments begin, or may, as far as they may be begun now.
  private var reachablePlaces: [Int] { Array((taken..<cuts.count).lazy.filter { cuts[$0] != .none }.prefix(reach)) }

  /// The segment from a place on, once its ends are known.
  private func segment(at place: Int) -> Segment? {
    guard case .at(let start) = cuts[place] else { return nil }
    guard let next = cuts.indices.dropFirst(place + 1).first(where: { cuts[$0] != .none }) else {
      return Segment(place: place, timeRange: CMTimeRange(from: start, to: timeRange.end), isLast: true)
    }
    guard case .at(let end) = cuts[next] else { return nil }
    return Segment(place: place, timeRange: CMTimeRange(start: start, end: end), isLast: false)
  }

  private func time(of place: Int) -> CMTime {
    place < cuts.count ? start + CMTimeMultiply(step, multiplier: Int32(place)) : timeRange.end
  }
}

extension CMTimeRange {
  /// As `init(start:end:)`, also of a range without an end.
  init(from start: CMTime, to end: CMTime) {
    self = end.isNumeric ? CMTimeRange(start: start, end: end) : CMTimeRange(start: start, duration: .positiveInfinity)
  }
}
