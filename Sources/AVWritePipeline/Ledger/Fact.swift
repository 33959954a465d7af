/// One thing that a file says: a stable name, and its value as text.
public struct Fact: Sendable, Hashable {
  /// Dotted, from the general to the particular: `track.1.video.color.primaries`, `chapter.3.title`,
  /// `metadata.mdta/com.apple.quicktime.make`. Tracks go by their identifiers, and chapters are counted from 1.
  public var name: String
  public var value: String
  /// Of an item of metadata, what it means in any key space.
  var meaning: String?
  /// The value of one that may be off by a little.
  var number: Number?
  /// Whether reading finds it and not every file says it: another file's silence is no loss.
  var isObserved = false

  /// A number with what rounding may do to it.
  struct Number: Hashable {
    var value: Double
    var tolerance: Double
  }

  /// Containers round to milliseconds at both ends, and the last sample's length may be their guess of one more.
  static let timeTolerance = 0.003

  init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Seconds.
  init(_ name: String, time: ExactTime) {
    self.init(name, time.clock)
    number = Number(value: time.seconds, tolerance: Self.timeTolerance)
  }

  /// Whether another file says the same.
  func hasSameValue(as other: Fact) -> Bool {
    guard let number, let other = other.number else {
      // Some key spaces have a text where others have a number.
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
