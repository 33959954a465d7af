internal import CFFmpeg
internal import MediaSupport

/// What a demuxer that reads past damage has met so far.
struct DemuxerDamage {
  private let log: LibraryLog
  private let transport: TransportDamage?
  private let failureLimit: Int
  /// Failures since the last packet.
  private var failures = 0
  /// How often the container was found broken, and how often it had been when a stream's last packet was read.
  private var count = 0
  private var knownCounts: [Int]

  /// A container whose index says nothing gives up after so many failures in a row: each may pass over no more than a
  /// byte.
  private static let usualFailureLimit = 1000

  /// - Parameter context: from here on its complaints are heard.
  init(
    of context: UnsafeMutablePointer<AVFormatContext>, _ probe: Probe, _ bytes: ByteSource
  ) throws(MediaError) {
    log = try LibraryLog()
    cff_log_attach_format(context, log.pointer)
    knownCounts = Array(repeating: 0, count: probe.streams.count)
    transport = probe.isFormat("mpegts") ? TransportDamage(bytes) : nil
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

  /// What was found broken since the last packet of any stream; `nil` where nothing was.
  var reasonAtEnd: String? { log.errorCount > 0 || failures > 0 ? log.lastLine ?? "nothing can be read" : nil }

  /// Tells a packet what came before it, and whether it lacks something.
  mutating func mark(_ packet: inout Packet) {
    if log.errorCount > 0 {
      count += 1
      log.reset()
    }
    failures = 0
    packet.followsDamage = knownCounts[packet.streamIndex] != count
    knownCounts[packet.streamIndex] = count
    if let transport {
      // The library marks the packet that it completes when it meets the damage, which is the one before.
      packet.isDamaged = transport.lacks(packet)
      if transport.isMissing(before: packet) { packet.followsDamage = true }
    }
  }
}
