import Foundation
import MediaInterop
import MediaSupport
import Synchronization

/// One demuxer for several streams of a container without an index: whoever needs a packet reads on, and keeps
/// the others' packets for them.
final class SharedDemuxer: @unchecked Sendable {
  // Sendable: the demuxer and the spools are used with `lock` held.
  private let demuxer: Demuxer
  private let lock = NSLock()
  private var spools: [Int: PacketSpool] = [:]
  private var isAtEnd = false

  /// - Throws: `MediaError` when the file cannot be opened again.
  init(reopening probe: Probe, options: Demuxer.Options, cancellation: Cancellation) throws {
    demuxer = try Demuxer(reopening: probe, options: options, cancellation: cancellation)
    demuxer.select(streams: [])
  }

  /// A reader of one stream from the start. Before the first packet of any stream is taken.
  func packets(of streamIndex: Int) -> any PacketSource {
    lock.withLock {
      spools[streamIndex] = PacketSpool(directory: FileManager.default.temporaryDirectory)
      demuxer.select(streams: Set(spools.keys))
      return Packets(of: streamIndex, in: self)
    }
  }

  private func next(of streamIndex: Int) throws -> Packet? {
    try lock.withLock {
      guard let spool = spools[streamIndex] else { return nil }
      if let packet = try spool.popFirst() { return packet }
      while !isAtEnd {
        guard let packet = try demuxer.read() else {
          isAtEnd = true
          break
        }
        if packet.streamIndex == streamIndex { return packet }
        try spools[packet.streamIndex]?.append(packet)
      }
      if let reason = demuxer.endedEarly {
        throw MediaError(.truncatedContainer, .demuxing, reason, path: demuxer.probe.source.name)
      }
      return nil
    }
  }

  /// Nobody reads the stream any more: its packets need not be kept.
  private func close(_ streamIndex: Int) {
    lock.withLock {
      spools[streamIndex] = nil
      demuxer.select(streams: Set(spools.keys))
    }
  }

  /// One stream's side.
  private final class Packets: PacketSource {
    private let streamIndex: Int
    private let demuxer: SharedDemuxer
    // Unsafe: the one caller at a time that the protocol asks for changes them.
    nonisolated(unsafe) private var wanted: Int64?
    nonisolated(unsafe) private var found = PacketQueue<Packet>()

    init(of streamIndex: Int, in demuxer: SharedDemuxer) {
      self.streamIndex = streamIndex
      self.demuxer = demuxer
    }

    deinit { demuxer.close(streamIndex) }

    func next() throws -> Packet? {
      if let ticks = wanted {
        wanted = nil
        found = try AccessPoint(at: ticks) { try demuxer.next(of: streamIndex) }.packets
      }
      return try found.popFirst() ?? demuxer.next(of: streamIndex)
    }

    /// Before the first packet: one place serves all streams, and what comes before the wanted time is read and dropped.
    func seek(to ticks: Int64) throws { wanted = ticks }

    /// The first packet is the next one: what is read more than once has a demuxer of its own.
    func rewind() throws {}
  }
}
