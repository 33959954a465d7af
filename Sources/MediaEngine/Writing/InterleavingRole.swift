/// What a track is to the order of the packets in its file.
package enum InterleavingRole: Sendable {
  /// Holds the packet order and the other tracks: audio and video.
  case paces
  /// Is put in by its times and holds nobody: text, metadata, timecode, sparse media.
  case follows
  /// All of it comes before the packets of the other roles, track by track (WI-33).
  case first
}
