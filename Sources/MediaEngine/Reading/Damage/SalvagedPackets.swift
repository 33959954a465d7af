import CoreMedia
import MediaInterop
import MediaSupport

/// A track's packets as far as they can be read: unreadable parts are skipped and noted.
///
/// A damaged packet is returned too, but marked, so that the decoding stage knows that its neighbours lack it. A system
/// error in reading is no damage, and stays an error.
final class SalvagedPackets: PacketSource {
  private let packets: any PacketSource
  private let losses: ReadingLosses
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var order: TimeOrder<Packet>?
  nonisolated(unsafe) private var isCut = false
  nonisolated(unsafe) private var previousTime = Int64.min
  /// The packet behind the one that is returned next. It shows whether that one may be damaged.
  nonisolated(unsafe) private var ahead: Packet?
  nonisolated(unsafe) private var ending = HeldEnding()
  nonisolated(unsafe) private var passed = PassedConfiguration()
  private let isOfPictures: Bool
  /// A Boolean value that says whether tables state where each packet ends.
  private let hasTables: Bool
  private let isOrdered: Bool
  /// A Boolean value that says whether decode times are the container's own. libavformat's guesses decrease at a
  /// picture with a wrong time, and also behind it.
  private let statesDecodeTimes: Bool
  /// The bytes of one sample of all channels of linear PCM; 0 for other codings.
  private let pcmFrame: Int
  private let sample: TimeBase

  /// The number of packets that are examined to find a wrong time. A damaged packet of a transport stream has the times
  /// of several frames.
  private static let window = 48

  /// - Parameters:
  ///   - isOrdered: a Boolean value that says whether packets come in the order of their presentation, or are wanted
  ///     with decode times.
  ///   - statesDecodeTimes: a Boolean value that says whether the container states decode times.
  init(
    _ packets: any PacketSource, of context: ReadingContext, isOrdered: Bool, statesDecodeTimes: Bool,
    _ losses: ReadingLosses
  ) {
    self.packets = packets
    self.losses = losses
    self.isOrdered = isOrdered
    self.statesDecodeTimes = statesDecodeTimes
    isOfPictures = context.track.mediaType == .video
    hasTables = context.track.hasMovieTables
    let parameters = context.stream.parameters
    sample = parameters.samples
    pcmFrame = LinearPCM(codecName: parameters.codec.name).map { $0.bytes * parameters.layout.count } ?? 0
    begin()
  }

  private func begin() {
    order = isOrdered ? TimeOrder(capacity: Self.window, allowsEqual: true) : nil
    isCut = false
    previousTime = .min
    (ahead, ending, passed) = (nil, HeldEnding(), PassedConfiguration())
  }

  func next() throws -> Packet? {
    while true {
      guard let packet = readable() else {
        while let verdict = order?.drain() { if let packet = take(verdict) { return packet } }
        try ending.pass()
        return nil
      }
      guard order != nil else { return noted(packet) }
      // A packet without a known decode time stays behind the one before.
      let time = (statesDecodeTimes ? packet.dts : nil) ?? (isOfPictures ? nil : packet.pts) ?? previousTime
      previousTime = time
      if let verdict = order?.add(packet, at: time), let packet = take(verdict) { return packet }
    }
  }

  private func take(_ verdict: TimeOrder<Packet>.Verdict) -> Packet? {
    switch verdict {
    case .inOrder(let packet): return noted(passed.carry(to: packet))
    case .misplaced(let packet):
      passed.pass(packet)
      losses.change { $0.suspectNext() }
      return nil
    }
  }

  private func noted(_ packet: Packet) -> Packet {
    losses.change { $0.note(packet) }
    return packet.isDamaged ? shortened(packet) : packet
  }

  /// Returns the next packet, marked as damaged where its end is in doubt: the demuxer lost its way right behind it, or
  /// the file ends there too early.
  private func readable() -> Packet? {
    guard var packet = ahead ?? ending.read(read) else { return nil }
    ahead = ending.read(read)
    if ahead?.followsSearch ?? (isCut && isOfPictures && !hasTables) { packet.isDamaged = true }
    return packet
  }

  private func read() throws -> Packet? {
    var followsDamage = false
    while true {
      do {
        var packet = try packets.next()
        if followsDamage { packet?.followsDamage = true }
        return packet
      } catch let error as MediaError where error.kind == .truncatedContainer {
        losses.change { $0.endEarly() }
        isCut = true
        return nil
      } catch let error as MediaError where error.kind == .damagedMedia {
        followsDamage = true
      }
    }
  }

  /// Returns a truncated packet of linear PCM with only the samples that it contains.
  private func shortened(_ source: Packet) -> Packet {
    guard pcmFrame > 0, source.bytes.count >= pcmFrame, let start = source.pts else { return source }
    let count = source.bytes.count / pcmFrame
    var packet = source
    packet.duration = sample.rescale(Int64(count), to: source.timeBase)
    let (end, overflow) = start.addingReportingOverflow(packet.duration)
    guard packet.duration < source.duration, !overflow else { return source }
    losses.change { $0.lose(end..<(start &+ source.duration)) }
    packet.bytes = UnsafeRawBufferPointer(rebasing: source.bytes[..<(count * pcmFrame)])
    packet.isDamaged = false
    return packet
  }

  func seek(to ticks: Int64) throws {
    begin()
    losses.change { $0.jump() }
    try packets.seek(to: ticks)
  }

  func rewind() throws {
    begin()
    losses.change { $0.jump() }
    try packets.rewind()
  }
}
