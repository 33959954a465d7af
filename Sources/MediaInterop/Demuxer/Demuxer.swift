internal import CFFmpeg
package import MediaSupport

/// Reads packets from a container: the owner of one `AVFormatContext`.
///
/// Use it from one thread at a time. Opening a file opens that file and no other: see `DemuxerTraits.all` and
/// `forbidOpening`.
package final class Demuxer {
  /// The properties of the container.
  package let probe: Probe
  /// The reason why the file ended before everything that the container states; `nil` before the end and after a
  /// regular end.
  ///
  /// A truncation that the container's numbers do not show is not found: see `cut()`.
  package internal(set) var endedEarly: String?

  let context: UnsafeMutablePointer<AVFormatContext>
  let bytes: IOContext
  var selected: Set<Int>?
  /// The time that each stream has reached, in its time base; `nil` after a seek.
  var lastEnds: [Int64?]
  /// The end of the latest packet of each stream on the decode timeline, in its time base; `nil` if it is not known.
  var decodeEnds: [Int64?] = []
  /// The last packet that was read; `nil` after a seek.
  var lastPacket: Packet?
  /// The offset in the file of the last packet with a known one, in bytes. It is `nil` if the container does not state
  /// it, and after a seek.
  var lastPosition: Int64?
  /// The damage that was found so far.
  var damage: DemuxerDamage?
  /// A Boolean value that says whether reading continues after damage.
  let readsPastDamage: Bool
  /// The bytes that libavformat skips, for a stream of ADTS that was analysed before.
  var passedOver: PassedOverBytes?
  /// The number of the picture that is read next, in a sequence of pictures.
  var nextImage = 0
  /// A Boolean value that says whether the last packets are headers of another stream in a chain.
  var isInHeaders = false
  /// The number of packets that were read from the start on; `nil` after a seek.
  var packetCount: Int64? = 0

  /// The options for reading a container.
  package struct Options: Sendable {
    /// A Boolean value that says whether reading continues after damage, as far as the container can be followed.
    /// Packets after damage are marked.
    package var readsPastDamage = false

    package init() {}
  }

  /// Opens an input and determines its properties.
  ///
  /// - Throws: `inputUnavailable` (no such file, a directory, no permission), `unrecognizedFormat` (no container that
  ///   this build reads), `damagedContainer` (a known container with a broken structure), `cancelled`, `inputOutput`,
  ///   `outOfMemory`.
  package convenience init(
    _ source: MediaSource, options: Options = Options(), cancellation: Cancellation? = nil
  ) throws(MediaError) {
    try self.init(source, options: options, known: nil, cancellation: cancellation)
  }

  /// Opens an input that was probed before, without a second analysis if the header suffices.
  ///
  /// The streams of `probe` are used unchanged.
  /// - Throws: as `init(_:options:cancellation:)`, and `damagedContainer` when the file no longer has the same streams.
  package convenience init(
    reopening probe: Probe, options: Options = Options(), cancellation: Cancellation? = nil
  ) throws(MediaError) {
    try self.init(probe.source, options: options, known: probe, cancellation: cancellation)
  }

  /// Returns the properties of an input, and closes it again.
  package static func probe(
    _ source: MediaSource, options: Options = Options(), cancellation: Cancellation? = nil
  ) throws(MediaError) -> Probe {
    try Demuxer(source, options: options, cancellation: cancellation).probe
  }

  private init(_ source: MediaSource, options: Options, known: Probe?, cancellation: Cancellation?) throws(MediaError) {
    let input = try IOContext(source, cancellation: cancellation)
    let log = try LibraryLog()
    let format = try input.reading { () throws(MediaError) in try Demuxer.format(of: input) }
    let bytes = try input.reading { () throws(MediaError) in try Demuxer.readable(input, as: format) }
    let context = try bytes.reading { () throws(MediaError) in try Demuxer.open(bytes, as: format, known: known, log) }
    readsPastDamage = options.readsPastDamage
    self.bytes = bytes
    self.context = context
    LiveObjects.increment()
    do {
      probe = try bytes.reading { () throws(MediaError) in try Demuxer.describe(context, bytes, known: known) }
    } catch {
      Demuxer.close(context)
      LiveObjects.decrement()
      throw error
    }
    lastEnds = probe.streams.map { $0.startTime ?? 0 }
    decodeEnds = probe.streams.map { _ in nil }
    if let known { passedOver = try PassedOverBytes(of: known, cancellation: cancellation) }
    // An input that is only probed is not read completely.
    let isTransport = probe.traits.isTransportStream && (known != nil || options.readsPastDamage)
    damage = DemuxerDamage(of: context, probe, log, isTransport ? TransportDamage(bytes) : nil)
  }

  deinit {
    Demuxer.close(context)
    LiveObjects.decrement()
  }

  private static func close(_ context: UnsafeMutablePointer<AVFormatContext>) {
    var context: UnsafeMutablePointer<AVFormatContext>? = context
    avformat_close_input(&context)
  }
}
