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
  /// For each place one behind it: all between the two are without a cut.
  private var following: [Int]
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
    following = Array(1...cuts.count)
    progress = Array(repeating: .waiting, count: cuts.count)
  }

  /// Weeks: what says that it is longer is damaged.
  private static let mostPlaces = 1 << 17

  /// What is to be done next, by whoever asks; `nil` until something else was done or taken.
  mutating func next() -> Work? {
    let work = nextWork()
    switch work {
    case .encode(let segment): progress[segment.place] = .begun
    case .findCut(let place, _): cuts[place] = .sought
    case nil: break
    }
    return work
  }

  /// What can be encoded comes first: its end was sought for that.
  private mutating func nextWork() -> Work? {
    // Where segments begin, or may, as far as they may be begun now; and one more: the last of them is known by its end.
    var places = [firstPlace(from: taken)]
    while places.count <= reach, places[places.count - 1] < cuts.count {
      places.append(firstPlace(from: places[places.count - 1] + 1))
    }
    places.removeAll { $0 == cuts.count }
    for place in places.prefix(reach) where progress[place] == .waiting {
      if let segment = segment(at: place) { return .encode(segment) }
    }
    guard let place = places.first(where: { cuts[$0] == .unknown }) else { return nil }
    return .findCut(place: place, CMTimeRange(from: time(of: place), to: time(of: place + 1)))
  }

  /// - Parameters:
  ///   - cut: the cut of a place; `nil` where its range has none.
  ///   - following: where the first picture behind the range is shown: places before it are not looked at.
  mutating func didFindCut(_ cut: CMTime?, of place: Int, following picture: CMTime = .zero) {
    cuts[place] = cut.map { .at($0) } ?? .none
    guard cut == nil else { return }
    var empty = place + 1
    while empty < cuts.count, time(of: empty + 1) <= picture, cuts[empty] == .unknown {
      cuts[empty] = .none
      empty += 1
    }
  }

  mutating func didEncode(_ segment: Segment) { progress[segment.place] = .done }

  /// Whether all segments were taken.
  var isAtEnd: Bool { taken == cuts.count }

  /// The next segment in order, once it is encoded; whoever takes it has it.
  mutating func take() -> Segment? {
    guard !isAtEnd, progress[taken] == .done, let segment = segment(at: taken) else { return nil }
    taken = firstPlace(from: taken + 1)
    return segment
  }

  /// The first place from one on that has a cut or may have one; behind all where there is none.
  private mutating func firstPlace(from place: Int) -> Int {
    var found = place
    while found < cuts.count, cuts[found] == .none { found = following[found] }
    // Whoever asks again is there in one step.
    var passed = place
    while passed < found { (passed, following[passed]) = (following[passed], found) }
    return found
  }

  /// The segment from a place on, once its ends are known.
  private mutating func segment(at place: Int) -> Segment? {
    guard case .at(let start) = cuts[place] else { return nil }
    let next = firstPlace(from: place + 1)
    guard next < cuts.count else {
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
