/// An event of an item that is played. Events are reported in the order in which they happened.
package enum PlayingEvent: Sendable {
  /// The item's media is open, and its beginning is decoded.
  case ready
  /// The item cannot be played.
  case failed(any Error)
  /// The item's time started or stopped.
  case runs(Bool)
  /// The item's time stopped because the media ahead is not available. It continues by itself if the item may wait.
  case stalled
  /// The state of the item's bytes changed: which stretches are available, or whether they are enough.
  case buffered
  /// Everything that was delivered ahead is obsolete: the item has reached a sought position, or changed its direction.
  case flushed
  /// The item is at another position, without having run through the time in between.
  case jumped
  /// An awaited picture is decoded.
  case decoded
  /// The item has reached the end in its direction, and stops there.
  case reachedEnd
  /// The media for continuing cannot be decoded. The item stops where it is.
  case failedToReachEnd(any Error)
}
