internal import CFFmpeg
internal import MediaSupport

/// The damage that a demuxer has met. Packets are marked in the same way whether reading ends there or continues.
struct DemuxerDamage {
  private let log: LibraryLog
  private let transport: TransportDamage?
  /// A Boolean value that says whether the container's tables state where each packet is, so that nothing must be
  /// searched.
  private let hasTables: Bool
  private let failureLimit: Int
  /// The number of failures since the last packet.
  private var failures = 0
  /// The number of times that the container was found broken, and that number at each stream's last packet.
  private var count = 0
  private var knownCounts: [Int]

  /// The number of consecutive failures after which a container without a complete index is given up: each failure may
  /// skip only a byte.
  private static let usualFailureLimit = 1000

  /// - Parameters:
  ///   - log: the context's complaints since it was opened.
  ///   - transport: the damage of a transport stream.
  init(
    of context: UnsafeMutablePointer<AVFormatContext>, _ probe: Probe, _ log: LibraryLog, _ transport: TransportDamage?
  ) {
    self.log = log
    self.transport = transport
    knownCounts = Array(repeating: 0, count: probe.streams.count)
    hasTables = probe.traits.hasTables
    // In a movie, each sample may fail once.
    let entries = probe.streams.indices.reduce(0) { sum, index in
      sum + (context.pointee.streams[index].map { Int(avformat_index_get_entries_count($0)) } ?? 0)
    }
    failureLimit = max(entries, Self.usualFailureLimit)
  }

  /// Notes a failed read.
  ///
  /// - Returns: Whether another read makes sense.
  mutating func fail() -> Bool {
    count += 1
    failures += 1
    return failures <= failureLimit
  }

  /// Drops the library's complaints about a read that was cancelled: bytes that were not waited for are not broken.
  func forgetComplaints() { log.reset() }

  /// The damage that was found since the last packet of any stream; `nil` if there was none.
  var reasonAtEnd: String? { log.errorCount > 0 || failures > 0 ? log.lastLine ?? "nothing can be read" : nil }

  /// Marks a packet with the damage before it, and with its own.
  ///
  /// - Parameter isLate: a Boolean value that says whether the stream's previous packet ended earlier than this one
  ///   begins.
  mutating func mark(_ packet: inout Packet, isLate: Bool) {
    if log.errorCount > 0 {
      count += 1
      log.reset()
    }
    failures = 0
    packet.followsDamage = knownCounts[packet.streamIndex] != count
    packet.followsSearch = packet.followsDamage && !hasTables
    knownCounts[packet.streamIndex] = count
    guard let transport else { return }
    // When the library meets the damage, it marks the packet that it completes, which is the one before this.
    packet.isDamaged = transport.lacks(packet)
    // If whole packets were lost, only a gap in time shows it: without a gap, two streams may have been joined.
    if isLate, transport.isMissing(before: packet) { packet.followsDamage = true }
  }
}
