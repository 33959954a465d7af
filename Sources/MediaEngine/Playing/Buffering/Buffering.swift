package import CoreMedia

/// The state of the bytes that an item needs next: how far they are loaded, and whether they suffice. A pure value.
package struct Buffering: Equatable, Sendable {
  /// The time up to which everything is loaded, from the item's time on.
  package var end = CMTime.positiveInfinity
  /// A Boolean value that says whether nothing of the media that comes next is loaded.
  package var isEmpty = false
  /// A Boolean value that says whether everything that is wanted in advance, or all of the rest, is loaded.
  package var isFull = true
  /// A Boolean value that says whether playing can continue without a pause.
  package var isLikelyToKeepUp = true

  /// The duration of media that must be loaded before playing begins, in seconds, if bytes arrive as fast as they are
  /// played.
  static let leastSeconds = 1.0
  /// The factor by which bytes must arrive faster than they are needed, because their rate may decrease.
  static let margin = 1.2

  /// Makes the state of an item that is completely local.
  package init() {}

  /// - Parameters:
  ///   - time: the item's time.
  ///   - end: the time up to which everything is loaded from then on.
  ///   - duration: the item's duration.
  ///   - isFull: a Boolean value that says whether nothing more is requested at present.
  ///   - byteRate: the number of bytes for each second of media.
  ///   - transferRate: the number of bytes that arrive in a second.
  ///   - rate: the wanted rate of the item.
  init(
    time: CMTime, end: CMTime, duration: CMTime, isFull: Bool, byteRate: Double, transferRate: Double, rate: Double
  ) {
    self.end = end
    let (ahead, rest) = ((end - time).seconds, max(0, (duration - time).seconds))
    let isWhole = end >= duration
    self.isFull = isFull || isWhole
    isEmpty = !isWhole && ahead <= 0
    // Media is consumed faster than it arrives, by this share of each second.
    let speed = byteRate > 0 ? transferRate / byteRate / Self.margin : .infinity
    let needed = rest * max(0, 1 - speed / max(rate, 0.1))
    isLikelyToKeepUp = self.isFull || ahead >= max(needed, min(rest, Self.leastSeconds * max(1, rate)))
  }

  /// Returns whether observers must be notified of the difference from another state.
  func differs(from other: Buffering) -> Bool {
    isEmpty != other.isEmpty || isFull != other.isFull || isLikelyToKeepUp != other.isLikelyToKeepUp
      || end != other.end && !(abs((end - other.end).seconds) < Self.leastSeconds)
  }
}
