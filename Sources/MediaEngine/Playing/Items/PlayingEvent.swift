/// An event of an item that is played. Events are told in the order in which they happened.
package enum PlayingEvent: Sendable {
  /// Its media is open, and the first of it is decoded.
  case ready
  /// It cannot be played.
  case failed(any Error)
  /// Its time runs, or stands.
  case runs(Bool)
  /// Its time stands because the media ahead is not there, and goes on by itself where it is to wait.
  case stalled
  /// Other stretches of it are there, or enough of it is there now, or no longer.
  case buffered
  /// Nothing that was given ahead comes next: the item is at the place that it was told to go to, or goes the other
  /// way.
  case flushed
  /// It is at another place, without going through the time in between.
  case jumped
  /// A picture that somebody waited for is decoded.
  case decoded
  /// It has come to the end in the direction in which it was played, and stands there.
  case reachedEnd
  /// The media for going on cannot be decoded. It stands where it is.
  case failedToReachEnd(any Error)
}
