import MediaInterop

/// How libavformat writes a container: what differs from one to the next, as values.
package struct LibraryFormat: Sendable {
  var muxer: Muxer.Container
  /// By libavformat's names.
  var options: [String: String] = [:]
  /// There are no times before zero: the file begins with its earliest packet, whatever its time.
  var startsAtZero = false
  /// The last packet's duration says where its sound ends, and not what is trimmed off it.
  var endsByDuration = false
  /// A Xing frame in front of the packets says how much a player drops.
  var hasTagFrame = false

  init(
    _ muxer: Muxer.Container, options: [String: String] = [:], startsAtZero: Bool = false,
    endsByDuration: Bool = false, hasTagFrame: Bool = false
  ) {
    self.muxer = muxer
    self.options = options
    self.startsAtZero = startsAtZero
    self.endsByDuration = endsByDuration
    self.hasTagFrame = hasTagFrame
  }
}
