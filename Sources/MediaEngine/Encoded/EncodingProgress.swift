/// How far a track's encoding is: what has left the codec for the file. In several passes, what the first has encoded.
package struct EncodingProgress: Sendable {
  package var sampleCount = 0
  /// The latest decode time, in nanoseconds from the session's start; not before it.
  package var time: Int64 = 0
}
