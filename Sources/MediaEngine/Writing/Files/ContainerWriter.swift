/// One output file in one container format: what `FileWriter` writes its interleaved packets to.
///
/// Used by one thread at a time, first for every track's `addTrack`, then for packets in final order.
/// Implemented by `MovieContainer` (our own movie files) and `LibraryContainer` (libavformat's).
package protocol ContainerWriter: AnyObject, Sendable {
  /// Packets must come in the order of their decode times, however long one track waits for another.
  var keepsOrder: Bool { get }

  /// Adds a track; tracks are numbered from 0 in this order.
  func addTrack(_ configuration: TrackConfiguration) throws

  /// A dry run of this file: the same tracks, and no packets yet. Write packets to it to learn the final `size`; nothing
  /// reaches the disk. `nil` if the output is a stream or segments.
  ///
  /// - Throws: as `addTrack`.
  func rehearsal() throws -> (any ContainerWriter)?

  /// Size of the file in bytes, complete after `finish`. 0 if the output is a stream or segments.
  var size: Int64 { get }

  /// Writes what follows in the interleaved order.
  ///
  /// - Throws: `MediaError` of stage `.writing`: the disk is full, the container cannot carry the format.
  func write(_ sample: EncodedSample, track: Int) throws

  /// The client ended a segment: all of its packets are written, and none of the next.
  ///
  /// - Throws: as `write`.
  func endSegment() throws

  /// Completes the file and closes it: all but its name, where it has none yet.
  ///
  /// - Parameter timelines: for every track, what of its media is presented when.
  func finish(_ timelines: [TrackTimeline]) throws

  /// Gives the complete file its name. Nothing may follow.
  ///
  /// - Throws: `MediaError` of stage `.finishing`: something has taken the name meanwhile.
  func publish() throws

  /// Closes the file and removes it, complete or not. Any state before `publish`, and after its failure.
  func cancel()

  /// Closes the file after an error: what of it can be read stays, and else it is removed.
  func abandon()
}

extension ContainerWriter {
  /// A movie's tables allow any order.
  package var keepsOrder: Bool { false }

  /// Only movies have segments.
  package func endSegment() throws {}

  /// Only a movie in fragments can be read before it is complete.
  package func abandon() { cancel() }
}
