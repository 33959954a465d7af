import CoreMedia

/// The ways to read the stream that is encoded in segments: each call makes a reader for one thread. Any threads.
struct SegmentSource: Sendable {
  /// Opens a reader of the pictures of a range, beside others of this number in all.
  var pictures: @Sendable (CMTimeRange, _ readerCount: Int) throws -> any SampleReader
  /// Opens a reader of the encoded pictures of a range, in decode order, with those that are needed to decode them.
  var packets: @Sendable (CMTimeRange) throws -> any SampleReader
}
