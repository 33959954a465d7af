package import CoreMedia
package import MediaInterop

/// What leaves a track's encoder, in order: a format before the first packet it describes, then packets.
package enum EncodedSample: Sendable {
  /// The format of the packets that follow. A second one starts a new sample entry.
  case format(CMFormatDescription)
  case packet(Packet)
  /// The last format once more, with what is known only after its last packet: FLAC's count and sum of samples.
  case completedFormat(CMFormatDescription)
  /// Bytes that belong in the place of the first packet and are known only after the last: a Xing frame.
  case tag([UInt8])
}

/// One output file in one container format: what `FileWriter` writes its interleaved packets to.
///
/// Used by one thread at a time, first for every track's `addTrack`, then for packets in final order.
/// Implemented by `MovieContainer` (our own movie files) and `LibraryContainer` (libavformat's).
package protocol ContainerWriter: AnyObject, Sendable {
  /// Packets must come in the order of their decode times, however long one track waits for another.
  var keepsOrder: Bool { get }

  /// Adds a track; tracks are numbered from 0 in this order.
  func addTrack(_ configuration: TrackConfiguration) throws

  /// The same file without a packet yet, of which nothing is written and only `size` counts; `nil` of what is no file.
  ///
  /// - Throws: as `addTrack`.
  func rehearsal() throws -> (any ContainerWriter)?

  /// The bytes of the file, complete after `finish`; 0 of what is no file.
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
