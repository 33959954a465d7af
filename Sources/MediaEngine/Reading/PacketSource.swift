import MediaInterop

/// One stream's packets in decode order, pulled on the caller's thread.
///
/// One caller at a time; `cancel` from any thread.
protocol PacketSource: AnyObject, Sendable {
  /// The next packet; `nil` at the end of the stream.
  ///
  /// - Throws: `MediaError` of stage `.demuxing`: the container is damaged, the file cannot be read.
  func next() throws -> Packet?

  /// Continues at the last key frame at or before a time, in ticks of the stream.
  func seek(to ticks: Int64) throws

  /// Lets a blocking read end soon, with an error of kind `.cancelled`.
  func cancel()
}
