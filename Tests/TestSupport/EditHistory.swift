/// A model of a composition's track that follows the rules directly. It has the list of edits, and computes what is
/// shown at a time for each question anew, from the last edit back to the first.
///
/// It is slow, and has no segments of its own: borders are moved forward with each edit. Times are exact fractions.
package struct EditHistory {
  /// A number of seconds: a fraction whose denominator is positive.
  package struct Fraction: Comparable, CustomStringConvertible {
    package let numerator: Int
    package let denominator: Int

    package init(_ numerator: Int, _ denominator: Int = 1) {
      var (a, b) = (abs(numerator), abs(denominator))
      while b != 0 { (a, b) = (b, a % b) }
      let divisor = max(1, a) * (denominator < 0 ? -1 : 1)
      (self.numerator, self.denominator) = (numerator / divisor, denominator / divisor)
    }

    package static func + (one: Self, other: Self) -> Self {
      Self(one.numerator * other.denominator + other.numerator * one.denominator, one.denominator * other.denominator)
    }
    package static func - (one: Self, other: Self) -> Self { one + Self(-other.numerator, other.denominator) }
    package static func * (one: Self, other: Self) -> Self {
      Self(one.numerator * other.numerator, one.denominator * other.denominator)
    }
    package static func / (one: Self, other: Self) -> Self { one * Self(other.denominator, other.numerator) }
    package static func < (one: Self, other: Self) -> Bool {
      one.numerator * other.denominator < other.numerator * one.denominator
    }
    /// The greatest integer that is not greater.
    package var floor: Int {
      let (quotient, rest) = numerator.quotientAndRemainder(dividingBy: denominator)
      return rest < 0 ? quotient - 1 : quotient
    }
    /// The nearest integer; halves go away from zero.
    package var rounded: Int {
      numerator < 0 ? -(Fraction(-numerator, denominator).rounded) : (self + Self(1, 2)).floor
    }
    package var description: String { "\(numerator)/\(denominator)" }
  }

  /// One edit.
  package enum Edit {
    /// Shows a media from a time of its own on, at a time of the track and for a duration.
    case insert(media: Int, from: Fraction, at: Fraction, duration: Fraction)
    case insertEmpty(at: Fraction, duration: Fraction)
    case remove(from: Fraction, to: Fraction)
    case scale(from: Fraction, to: Fraction, duration: Fraction)
  }

  private var edits: [(edit: Edit, end: Fraction)] = []
  /// The end of the track.
  package private(set) var end = Fraction(0)
  /// The times at which segments begin, except zero, and at which the last one ends.
  private var borders: Set<[Int]> = []

  package init() {}

  package mutating func append(_ edit: Edit) {
    switch edit {
    case .insert(_, _, let start, let duration):
      edits.append((edit, end))
      if start > end { move { $0 } }
      move(adding: [max(start, end), start]) { $0 > start ? $0 + duration : $0 }
      move(adding: [start + duration]) { $0 }
      end = max(end, start) + duration
    case .insertEmpty(let start, let duration):
      guard start < end else { return }
      edits.append((edit, end))
      move(adding: [start]) { $0 > start ? $0 + duration : $0 }
      move(adding: [start + duration]) { $0 }
      end = end + duration
    case .remove(let first, let last):
      guard first < end else { return }
      let last = min(last, end)
      edits.append((.remove(from: first, to: last), end))
      move(adding: [first]) { $0 <= first ? $0 : $0 < last ? first : $0 - (last - first) }
      end = end - (last - first)
    case .scale(let first, let last, let duration):
      guard first < end else { return }
      let ratio = duration / (last - first)
      let cut = min(last, end)
      let scaled = (cut - first) * ratio
      edits.append((.scale(from: first, to: cut, duration: scaled), end))
      move(adding: [first, cut]) {
        $0 <= first ? $0 : $0 < cut ? first + ($0 - first) * ratio : $0 - (cut - first) + scaled
      }
      end = end - (cut - first) + scaled
    }
  }

  /// Adds new borders, and moves all borders.
  private mutating func move(adding new: [Fraction] = [], _ move: (Fraction) -> Fraction) {
    borders.formUnion(new.map { [$0.numerator, $0.denominator] })
    borders = Set(borders.map { Fraction($0[0], $0[1]) }.map(move).map { [$0.numerator, $0.denominator] })
  }

  /// The stretches, in order, in which one part of a media, or nothing, is shown.
  package var stretches: [(start: Fraction, end: Fraction)] {
    let times = borders.map { Fraction($0[0], $0[1]) }.filter { $0 > Fraction(0) && $0 < end }.sorted()
    let all = [Fraction(0)] + times + [end]
    return zip(all, all.dropFirst()).filter { $0 < $1 }.map { ($0, $1) }
  }

  /// Returns the media that is shown at a time, and its time; `nil` where nothing is.
  package func shown(at time: Fraction) -> (media: Int, time: Fraction)? {
    guard time >= Fraction(0), time < end else { return nil }
    var time = time
    for (edit, end) in edits.reversed() {
      switch edit {
      case .insert(let media, let source, let start, let duration):
        if time >= start, time < start + duration { return (media, source + (time - start)) }
        if time >= start + duration { time = time - duration } else if time >= end { return nil }
      case .insertEmpty(let start, let duration):
        if time >= start, time < start + duration { return nil }
        if time >= start + duration { time = time - duration }
      case .remove(let first, let last):
        if time >= first { time = time + (last - first) }
      case .scale(let first, let last, let duration):
        if time >= first, time < first + duration {
          time = first + (time - first) * (last - first) / duration
        } else if time >= first + duration {
          time = time - duration + (last - first)
        }
      }
    }
    return nil
  }
}

extension EditHistory {
  /// Returns an edit of a track that ends at a time, on a grid of 1/100 of a second.
  ///
  /// - Parameters:
  ///   - lengths: the durations of the media, in hundredths of a second.
  ///   - scales: a Boolean value that says whether stretches may be shown at another speed.
  package static func randomEdit(
    of end: Fraction, lengths: [Int], scales: Bool, _ generator: inout SeededGenerator
  ) -> Edit {
    let now = end.floor100
    func time(_ ticks: Int) -> Fraction { Fraction(ticks, 100) }
    let kind = now == 0 ? 0 : Int.random(in: 0..<(scales ? 8 : 7), using: &generator)
    switch kind {
    case 0..<4:
      let media = Int.random(in: 0..<lengths.count, using: &generator)
      let first = Int.random(in: 0..<lengths[media] - 1, using: &generator)
      let duration = Int.random(in: 1..<lengths[media] - first + 1, using: &generator)
      let place = Int.random(in: 0...now + (Bool.random(using: &generator) ? 0 : 10), using: &generator)
      return .insert(media: media, from: time(first), at: time(place), duration: time(duration))
    case 4:
      let place = Int.random(in: 0...now, using: &generator)
      return .insertEmpty(at: time(place), duration: time(Int.random(in: 1...20, using: &generator)))
    case 5, 6:
      let first = Int.random(in: 0...now, using: &generator)
      return .remove(from: time(first), to: time(first + Int.random(in: 1...max(1, now / 3), using: &generator)))
    default:
      let first = Int.random(in: 0..<now, using: &generator)
      let length = Int.random(in: 1...max(1, now / 2), using: &generator)
      let ratio = [(1, 2), (2, 1), (1, 3), (3, 2)].randomElement(using: &generator) ?? (1, 1)
      return .scale(
        from: time(first), to: time(first + length), duration: Fraction(length * ratio.0, 100 * ratio.1))
    }
  }
}

extension EditHistory.Fraction {
  /// The number of whole hundredths of a second.
  fileprivate var floor100: Int { (self * Self(100)).floor }
}
