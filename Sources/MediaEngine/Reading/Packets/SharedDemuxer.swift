import Foundation
import MediaInterop
import MediaSupport
import Synchronization

/// One demuxer for several readers of a container without an index. A reader that needs a packet reads on, and stores
/// the packets of other readers for them. Several readers of the same stream each get every packet of it.
final class SharedDemuxer: @unchecked Sendable {
  // Sendable: the demuxer and the spools are used with `lock` held.
  private let demuxer: any ContainerDemuxer
  private let lock = NSLock()
  /// The state of one reader, with the packets of its stream that other readers have read.
  private struct Side {
    let streamIndex: Int
    let spool: PacketSpool
  }
  private var sides: [Int: Side] = [:]
  private var sideCount = 0
  private var isAtEnd = false

  /// - Throws: `MediaError` when the file cannot be opened again.
  init(
    reopening probe: Probe, by opener: any MediaOpener, options: Demuxer.Options, cancellation: Cancellation
  ) throws {
    demuxer = try opener.demuxer(reopening: probe, options: options, cancellation: cancellation)
    demuxer.select(streams: [])
  }

  /// Makes a source of one stream's packets from the start. Call it before the first packet of any stream is taken.
  func packets(of streamIndex: Int) -> any PacketSource {
    lock.withLock {
      defer { sideCount += 1 }
      sides[sideCount] = Side(
        streamIndex: streamIndex, spool: PacketSpool(directory: FileManager.default.temporaryDirectory))
      select()
      return Packets(for: sideCount, in: self)
    }
  }

  private func select() { demuxer.select(streams: Set(sides.values.map(\.streamIndex))) }

  private func next(for number: Int) throws -> Packet? {
    try lock.withLock {
      guard let side = sides[number] else { return nil }
      if let packet = try side.spool.popFirst() { return packet }
      while !isAtEnd {
        guard let packet = try demuxer.read() else {
          isAtEnd = true
          break
        }
        for (other, side) in sides where other != number && side.streamIndex == packet.streamIndex {
          try side.spool.append(packet)
        }
        if packet.streamIndex == side.streamIndex { return packet }
      }
      if let reason = demuxer.endedEarly {
        throw MediaError(.truncatedContainer, .demuxing, reason, path: demuxer.probe.source.name)
      }
      return nil
    }
  }

  /// Notes that a reader was released: packets need not be stored for it any more.
  private func close(_ number: Int) {
    lock.withLock {
      sides[number] = nil
      select()
    }
  }

  /// The packet source of one reader.
  private final class Packets: PacketSource {
    private let number: Int
    private let demuxer: SharedDemuxer
    // Unsafe: the one caller at a time that the protocol asks for changes them.
    nonisolated(unsafe) private var wanted: Int64?
    nonisolated(unsafe) private var found = PacketQueue<Packet>()
    nonisolated(unsafe) private var ending = HeldEnding()

    init(for number: Int, in demuxer: SharedDemuxer) {
      self.number = number
      self.demuxer = demuxer
    }

    deinit { demuxer.close(number) }

    func next() throws -> Packet? {
      if let ticks = wanted {
        wanted = nil
        found = AccessPoint(at: ticks) { ending.read(read) }.packets
      }
      if let packet = found.popFirst() ?? ending.read(read) { return packet }
      try ending.pass()
      return nil
    }

    private func read() throws -> Packet? { try demuxer.next(for: number) }

    /// Goes to a time before the first packet is read: one place serves all streams, and packets before the wanted time
    /// are read and dropped.
    func seek(to ticks: Int64) throws { wanted = ticks }

    /// Does nothing, since the first packet is still the next one: a stream that is read more than once has a demuxer
    /// of its own.
    func rewind() throws {}
  }
}
