import MediaInterop
import MediaSupport
import MovieFile

/// Opens containers and decoders: the one place where reading makes them.
///
/// `LibraryOpener` does it in this process. Another opener may do it elsewhere, or from a script.
protocol MediaOpener: Sendable {
  /// Returns the streams and properties of an input, and leaves nothing open.
  ///
  /// - Parameter movie: the index of a movie file; `nil` for a file that is none.
  /// - Throws: `MediaError` of stage `.opening`.
  func probe(_ source: MediaSource, _ movie: Movie?, cancellation: Cancellation) throws -> Probe

  /// Opens an input again, after it was probed.
  ///
  /// - Throws: `MediaError` of stage `.opening`; for example, the file has changed.
  func demuxer(
    reopening probe: Probe, options: Demuxer.Options, cancellation: Cancellation
  ) throws -> any ContainerDemuxer

  /// Opens a decoder for a stream.
  ///
  /// - Parameters:
  ///   - timeBase: the unit of the packets' times, and of the frames'.
  ///   - threads: the number of threads that it may use; with 1 it uses only the caller's thread.
  ///   - options: the library's private options of this decoder, by name.
  /// - Throws: `MediaError`: there is no decoder, or it does not accept the stream's configuration.
  func decoder(
    _ parameters: CodecParameters, timeBase: TimeBase, threads: Int, options: [String: String]
  ) throws -> any PacketDecoder
}

/// Returns a container's packets: the part of `Demuxer` that reading uses. See there for each requirement.
protocol ContainerDemuxer: AnyObject {
  /// The streams and properties of the container.
  var probe: Probe { get }
  /// The reason why the file ended before its media does; `nil` if it did not, and before the end.
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

/// Makes frames of a stream's packets: the part of `Decoder` that reading uses. See there for each requirement.
protocol PacketDecoder: AnyObject {
  /// A Boolean value that says whether frames have the times of their packets, even if those are out of order.
  var keepsPacketTimes: Bool { get set }
  func send(_ packet: Packet) throws(MediaError) -> Bool
  func receive() throws(MediaError) -> Decoder.Output
  func drain() throws(MediaError)
  func flush()
  /// The number of packets that were sent.
  var packetCount: Int { get }
  /// Returns a complaint that the decoder made since the last call; `nil` if it made none.
  func takeComplaint() -> Complaint?
  /// The complaint that an error of the decoder counts as.
  var failure: Complaint { get }
}

extension Demuxer: ContainerDemuxer {}
extension Decoder: PacketDecoder {}

/// Opens media with libavformat and libavcodec, and most movies with the movies' own tables.
struct LibraryOpener: MediaOpener {
  func probe(_ source: MediaSource, _ movie: Movie?, cancellation: Cancellation) throws -> Probe {
    try movie.flatMap { Probe($0, of: source) } ?? Demuxer.probe(source, cancellation: cancellation)
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
