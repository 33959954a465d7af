import CoreMedia

/// The functions that open the stream for encoding in segments: each call makes a reader for one thread. Any threads.
struct SegmentSource: Sendable {
  /// Opens a reader of the pictures of a range; `readerCount` is the number of such readers in all.
  var pictures: @Sendable (CMTimeRange, _ readerCount: Int) throws -> any SampleReader
  /// Opens a reader of the encoded pictures of a range, in decode order, including those that their decoding depends
  /// on.
  var packets: @Sendable (CMTimeRange) throws -> any SampleReader
}
