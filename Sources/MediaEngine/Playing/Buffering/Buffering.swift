package import CoreMedia

/// The state of the bytes that an item needs next: how far they are there, and whether they will do. A pure value.
package struct Buffering: Equatable, Sendable {
  /// The time up to which everything is there from the item's time on.
  package var end = CMTime.positiveInfinity
  /// A Boolean value that says whether nothing of what comes next is there.
  package var isEmpty = false
  /// A Boolean value that says whether everything is there that is wanted in advance, or all of the rest.
  package var isFull = true
  /// A Boolean value that says whether playing on will need no pause.
  package var isLikelyToKeepUp = true

  /// The time of media that has to be there before playing begins, in seconds, where bytes come as fast as they are
  /// played.
  static let leastSeconds = 1.0
  /// The factor by which bytes have to come faster than they are needed: their rate may become lower.
  static let margin = 1.2

  /// Makes the state of an item that is at hand as a whole.
  package init() {}

  /// - Parameters:
  ///   - time: the item's time.
  ///   - end: the time up to which everything is there from then on.
  ///   - duration: the item's duration.
  ///   - isFull: a Boolean value that says whether no more is asked for at present.
  ///   - byteRate: the number of bytes of a second of media.
  ///   - transferRate: the number of bytes that come in a second.
  ///   - rate: the rate at which the item is to be played.
  init(
    time: CMTime, end: CMTime, duration: CMTime, isFull: Bool, byteRate: Double, transferRate: Double, rate: Double
  ) {
    self.end = end
    let (ahead, rest) = ((end - time).seconds, max(0, (duration - time).seconds))
    let isWhole = end >= duration
    self.isFull = isFull || isWhole
    isEmpty = !isWhole && ahead <= 0
    // Media is used up faster than it comes by so much of each second.
    let speed = byteRate > 0 ? transferRate / byteRate / Self.margin : .infinity
    let needed = rest * max(0, 1 - speed / max(rate, 0.1))
    isLikelyToKeepUp = self.isFull || ahead >= max(needed, min(rest, Self.leastSeconds * max(1, rate)))
  }

  /// Returns whether the difference from another state is told to observers.
  func differs(from other: Buffering) -> Bool {
    isEmpty != other.isEmpty || isFull != other.isFull || isLikelyToKeepUp != other.isLikelyToKeepUp
      || end != other.end && !(abs((end - other.end).seconds) < Self.leastSeconds)
  }
}
