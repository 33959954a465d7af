import MediaInterop
import MediaSupport

/// Opens containers and decoders: the one place where reading makes them.
///
/// `LibraryOpener` does it in this process. Another may do it elsewhere, or from a script.
protocol MediaOpener: Sendable {
  /// Finds out what an input holds, and leaves nothing open.
  ///
  /// - Throws: `MediaError` of stage `.opening`.
  func probe(_ source: MediaSource, cancellation: Cancellation) throws -> Probe

  /// Opens an input again that was probed.
  ///
  /// - Throws: `MediaError` of stage `.opening`; the file is not the same any more.
  func demuxer(
    reopening probe: Probe, options: Demuxer.Options, cancellation: Cancellation
  ) throws -> any ContainerDemuxer

  /// Opens a decoder for a stream.
  ///
  /// - Parameters:
  ///   - timeBase: the unit of the packets' times, and of the frames'.
  ///   - threads: how many threads it may use; 1 is the caller's alone.
  ///   - options: the library's private options of this decoder, by name.
  /// - Throws: `MediaError`: there is no decoder, or it does not take the stream's configuration.
  func decoder(
    _ parameters: CodecParameters, timeBase: TimeBase, threads: Int, options: [String: String]
  ) throws -> any PacketDecoder
}

/// Gives a container's packets: what reading asks of `Demuxer`, which says what each does.
protocol ContainerDemuxer: AnyObject {
  /// What the container holds.
  var probe: Probe { get }
  /// Why the file ended before its media does; `nil` where it does not, and before the end.
  var endedEarly: String? { get }
  func select(streams: Set<Int>)
  func read() throws(MediaError) -> Packet?
  func seek(to ticks: Int64, streamIndex: Int, backward: Bool) throws(MediaError)
}

extension ContainerDemuxer {
  /// Continues at the last random-access point at or before a time of a stream.
  func seek(to ticks: Int64, streamIndex: Int) throws(MediaError) {
    try seek(to: ticks, streamIndex: streamIndex, backward: true)
  }
}

/// Makes frames of a stream's packets: what reading asks of `Decoder`, which says what each does.
protocol PacketDecoder: AnyObject {
  /// Frames have the times of their packets, also where those are out of order.
  var keepsPacketTimes: Bool { get set }
  func send(_ packet: Packet) throws(MediaError) -> Bool
  func receive() throws(MediaError) -> Decoder.Output
  func drain() throws(MediaError)
  func flush()
  /// How many packets were sent.
  var packetCount: Int { get }
  /// What the decoder complained of since it was asked last; `nil` where it did not.
  func takeComplaint() -> Complaint?
  /// Why decoding failed.
  var failure: Complaint { get }
}

extension Demuxer: ContainerDemuxer {}
extension Decoder: PacketDecoder {}

/// Opens with libavformat and libavcodec.
struct LibraryOpener: MediaOpener {
  func probe(_ source: MediaSource, cancellation: Cancellation) throws -> Probe {
    try Demuxer.probe(source, cancellation: cancellation)
  }

  func demuxer(
    reopening probe: Probe, options: Demuxer.Options, cancellation: Cancellation
  ) throws -> any ContainerDemuxer {
    try Demuxer(reopening: probe, options: options, cancellation: cancellation)
  }

  func decoder(
    _ parameters: CodecParameters, timeBase: TimeBase, threads: Int, options: [String: String]
  ) throws -> any PacketDecoder {
    try Decoder(parameters, timeBase: timeBase, threads: threads, options: options)
  }
}
