/// A fact about a file: a stable name, and its value as text.
public struct Fact: Sendable, Hashable {
  /// The name, dotted from the general to the particular: `track.1.video.color.primaries`, `chapter.3.title`,
  /// `metadata.mdta/com.apple.quicktime.make`. Tracks go by their identifiers, and chapters are counted from 1.
  public var name: String
  public var value: String
  /// The meaning of an item of metadata in any key space, or nil for other facts.
  var meaning: String?
  /// The value as a number, for a fact that may be off by a little.
  var number: Number?
  /// A Boolean value that says whether the fact is found by reading, and not every file states it. If another file is
  /// silent about it, nothing is lost.
  var isObserved = false

  /// A number, and the error that rounding may bring.
  struct Number: Hashable {
    var value: Double
    var tolerance: Double
  }

  /// The largest error of a time, in seconds. Containers round to milliseconds at both ends, and the last sample's
  /// duration may be a guess that is off by one more.
  static let timeTolerance = 0.003

  /// Returns the tolerance for an estimated duration, in seconds. Containers count different ends, and for bare sound
  /// of a varying bit rate the estimate uses the bit rate of the beginning.
  static func tolerance(ofEstimate seconds: Double) -> Double { max(0.5, seconds * 0.2) }

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Creates a fact whose value is a time.
  init(_ name: String, time: ExactTime, tolerance: Double = Self.timeTolerance) {
    self.init(name, time.clock)
    number = Number(value: time.seconds, tolerance: tolerance)
  }

  /// Returns whether another fact has the same value.
  func hasSameValue(as other: Fact) -> Bool {
    guard let number, let other = other.number else {
      // The value is a text in some key spaces, and a number in others.
      return value == other.value || Double(value).map { $0 == Double(other.value) } ?? false
    }
    return abs(number.value - other.value) <= max(number.tolerance, other.tolerance)
  }

  var observed: Fact {
    var fact = self
    fact.isObserved = true
    return fact
  }
}
