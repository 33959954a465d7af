/// One output file in one container format, to which `FileWriter` writes its interleaved packets.
///
/// Used by one thread at a time, first for every track's `addTrack`, then for packets in final order.
/// Implemented by `MovieContainerWriter` (our own movie files) and `LibraryContainerWriter` (libavformat's).
package protocol ContainerWriter: AnyObject, Sendable {
  /// A Boolean value that says whether packets must come in the order of their decode times, however long one track
  /// waits for another.
  var keepsOrder: Bool { get }

  /// A Boolean value that says whether the container can state for each track that it presents several parts of its
  /// media.
  var showsParts: Bool { get }

  /// A Boolean value that says whether the file can hide media that it has: an edit list leaves it out.
  var hidesMedia: Bool { get }

  /// Adds a track; tracks are numbered from 0 in this order.
  func addTrack(_ configuration: TrackConfiguration) throws

  /// Returns a dry run of this file: the same tracks, and no packets yet. Write packets to it to learn the final
  /// `size`; nothing reaches the disk. It is `nil` if the output is a stream or segments.
  ///
  /// - Throws: as `addTrack`.
  func rehearsal() throws -> (any ContainerWriter)?

  /// The size of the file in bytes, complete after `finish`. It is 0 if the output is a stream or segments.
  var size: Int64 { get }

  /// Writes the next sample of the interleaved order.
  ///
  /// - Throws: `MediaError` of stage `.writing`: the disk is full, or the container cannot carry the format.
  func write(_ sample: EncodedSample, track: Int) throws

  /// Ends a segment at the client's request: all of its packets are written, and none of the next.
  ///
  /// - Throws: as `write`.
  func endSegment() throws

  /// Completes the file and closes it. A file with a temporary name keeps it until `publish`.
  ///
  /// - Parameter timelines: the timeline of each track's media.
  func finish(_ timelines: [TrackTimeline]) throws

  /// Gives the complete file its final name. No other call may follow, except `cancel` after a failure.
  ///
  /// - Throws: `MediaError` of stage `.finishing`: something has taken the name meanwhile.
  func publish() throws

  /// Closes the file and removes it, complete or not. Call it in any state before `publish`, and after its failure.
  func cancel()

  /// Closes the file after an error. It stays if a part of it can be read, and is removed otherwise.
  func abandon()
}

extension ContainerWriter {
  /// A movie's tables allow any order.
  package var keepsOrder: Bool { false }

  /// Only the edit lists of movies show several parts.
  package var showsParts: Bool { false }

  /// Movies have edit lists.
  package var hidesMedia: Bool { true }

  /// Only movies have segments.
  package func endSegment() throws {}

  /// Only a movie in fragments can be read before it is complete.
  package func abandon() { cancel() }
}
