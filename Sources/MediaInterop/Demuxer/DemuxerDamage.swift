internal import CFFmpeg
internal import MediaSupport

/// What a demuxer has met that is broken. Packets are marked alike whether reading ends there or goes on.
struct DemuxerDamage {
  private let log: LibraryLog
  private let transport: TransportDamage?
  /// Whether the container's tables say where each packet is: nothing has to be searched for.
  private let hasTables: Bool
  private let failureLimit: Int
  /// Failures since the last packet.
  private var failures = 0
  /// How often the container was found broken, and how often it had been when a stream's last packet was read.
  private var count = 0
  private var knownCounts: [Int]

  /// A container whose index says nothing gives up after so many failures in a row: each may pass over no more than a
  /// byte.
  private static let usualFailureLimit = 1000

  /// - Parameters:
  ///   - log: the context's complaints since it was opened.
  ///   - transport: what is known of a transport stream.
  init(
    of context: UnsafeMutablePointer<AVFormatContext>, _ probe: Probe, _ log: LibraryLog, _ transport: TransportDamage?
  ) {
    self.log = log
    self.transport = transport
    knownCounts = Array(repeating: 0, count: probe.streams.count)
    hasTables = Demuxer.tabledFormats.contains(where: probe.isFormat)
    // Of a movie each sample may fail once.
    let entries = probe.streams.indices.reduce(0) { sum, index in
      sum + (context.pointee.streams[index].map { Int(avformat_index_get_entries_count($0)) } ?? 0)
    }
    failureLimit = max(entries, Self.usualFailureLimit)
  }

  /// Takes note of a read that failed.
  ///
  /// - Returns: whether there is sense in another.
  mutating func fail() -> Bool {
    count += 1
    failures += 1
    return failures <= failureLimit
  }

  /// Forgets what the library said of a read that was given up: bytes that nobody waited for are not broken.
  func forgetComplaints() { log.reset() }

  /// What was found broken since the last packet of any stream; `nil` where nothing was.
  var reasonAtEnd: String? { log.errorCount > 0 || failures > 0 ? log.lastLine ?? "nothing can be read" : nil }

  /// Tells a packet what came before it, and whether it lacks something.
  ///
  /// - Parameter isLate: whether the stream's packet before ended earlier than this one begins.
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
    // The library marks the packet that it completes when it meets the damage, which is the one before.
    packet.isDamaged = transport.lacks(packet)
    // Of whole packets that were lost only the gap in time tells: a stream that was joined of two has none.
    if isLate, transport.isMissing(before: packet) { packet.followsDamage = true }
  }
}
