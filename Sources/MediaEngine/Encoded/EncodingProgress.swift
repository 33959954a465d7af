/// The progress of a track's encoding: the samples that have left the codec for the file, or, in several passes, those
/// that the first pass has encoded.
package struct EncodingProgress: Sendable {
  package var sampleCount = 0
  /// The latest decode time in nanoseconds from the session's start, 0 or later.
  package var time: Int64 = 0
}
