import CoreMedia
import MediaInterop
import MediaSupport

/// The frames of a damaged track that were decoded correctly. The times of the others are noted as lost.
///
/// A packet is lost if it cannot be decoded, or if the decoder conceals missing parts of it. With a picture, everything
/// is lost that may refer to it: the pictures behind it in decode order up to the next random-access point, and those
/// that are shown before that point. Sound continues with the next packet.
final class SalvagedFrames: FrameSequence {
  private let packets: any PacketSource
  private let decoder: any PacketDecoder
  private let notes: ReadingNotes
  private let losses: ReadingLosses
  private let context: ReadingContext
  private let isPictures: Bool
  private var beginning: DecodingStart
  private var pending: Packet?
  /// The configuration that lost packets announced.
  private var passed = PassedConfiguration()
  private var hasStarted = false
  private var hasEnded = false
  /// A Boolean value that says whether everything up to the next random-access point is lost.
  private var isBroken = false
  /// A Boolean value that says whether decoding restarted after a loss: pictures that are shown before that
  /// random-access point are lost too.
  private var hasResumed = false
  /// The times of packets whose frames must not be returned.
  private var lostTimes: Set<Int64> = []
  /// The times of packets after a break whose frames are expected. There a decoder may omit frames without a complaint.
  private var awaited: Set<Int64> = []
  private var order: TimeOrder<Frame>
  private var ready: [Frame] = []
  private var previousTime: Int64?
  private(set) var lastPacketEnd: Int64?
  private(set) var isAtLastPacket = false

  /// The number of pictures that are held to recognize a wrong time among the right ones around it.
  private static let window = 4

  /// - Parameter start: the time that the packets were sought for, in the stream's ticks; `nil` at the stream's start.
  init(
    _ context: ReadingContext, _ packets: any PacketSource, start: Int64?, _ losses: ReadingLosses
  ) throws {
    self.context = context
    self.packets = packets
    notes = context.notes
    self.losses = losses
    isPictures = context.track.mediaType == .video
    // With several threads it would not be known which packet a complaint is about.
    decoder = try context.decoder(threads: 1)
    decoder.keepsPacketTimes = true
    beginning = DecodingStart(of: context, wanted: start)
    order = TimeOrder(capacity: isPictures ? Self.window : 0)
  }

  func next() throws -> Frame? {
    while ready.isEmpty, !hasEnded { try decodeNext() }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  // MARK: Packets

  private func decodeNext() throws {
    if !hasStarted {
      hasStarted = true
      try advance()
    }
    guard let packet = pending else {
      give(try drained())
      loseAwaited(before: .max)
      while let verdict = order.drain() { judge(verdict) }
      hasEnded = true
      return
    }
    isAtLastPacket = false
    try advance()
    if packet.followsDamage, isPictures { try giveUpGroup() }
    if isBroken {
      guard packet.isKeyFrame, !packet.isDamaged else {
        passed.pass(packet)
        return losses.lose(packet)
      }
      isBroken = false
      hasResumed = true
      beginning = beginning.anew(at: packet.pts ?? packet.dts)
    }
    lastPacketEnd = packet.end(notBefore: lastPacketEnd)
    if packet.isDamaged {
      passed.pass(packet)
      return try lose(packet)
    }
    let given = passed.carry(to: packet)
    beginning.note(given, number: decoder.packetCount)
    awaitFrame(of: given)
    let (frames, verdict) = try decode(given)
    switch verdict {
    case .whole: give(frames)
    case .excused:
      if beginning.isOfTrack { notes.add("skipped data before the first frame that cannot be decoded") }
      give(frames)
    case .damaged:
      // Only sound that comes out now belongs to the packet itself; pictures may belong to earlier packets.
      try lose(packet, isPictures ? frames : [])
    }
  }

  private func advance() throws {
    pending = try packets.next()
    isAtLastPacket = pending == nil
  }

  /// Returns the frames that the decoder outputs for a packet, and the verdict on its work.
  private func decode(_ packet: Packet) throws -> ([Frame], DamageVerdict) {
    var frames: [Frame] = []
    var hasFailed = false
    do {
      while try !decoder.send(packet) { frames += try received() }
      frames += try received()
    } catch let error as MediaError where error.kind == .damagedMedia {
      hasFailed = true
      frames += (try? received()) ?? []
    }
    return (frames, beginning.verdict(onWorkOf: decoder, hasFailed: hasFailed))
  }

  /// Notes that a packet is lost, and with it the pictures that refer to it.
  ///
  /// - Parameter frames: the frames that the decoder output with it.
  private func lose(_ packet: Packet, _ frames: [Frame] = []) throws {
    losses.lose(packet)
    if let time = packet.pts ?? packet.dts { lostTimes.insert(time) }
    give(frames)
    if !isPictures { return decoder.flush() }
    if !beginning.isBefore(packet.pts), packet.isReferredTo(in: context.stream.parameters) { try giveUpGroup() }
  }

  /// Discards the pictures from here to the next random-access point; those that are complete are returned.
  private func giveUpGroup() throws {
    if isBroken { return }
    give(try drained())
    loseAwaited(before: .max)
    decoder.flush()
    isBroken = true
  }

  private func awaitFrame(of packet: Packet) {
    guard isPictures, !beginning.isOfTrack, beginning.isInFirstGroup, !packet.isDiscarded,
      // Packets of these codings may contain pictures that are never shown.
      ![.vp8, .vp9, .av1].contains(context.stream.parameters.codec)
    else { return }
    if let time = packet.pts { awaited.insert(time) }
  }

  /// Notes the loss of awaited frames before a time. Frames come in the order of their times, so an earlier one can no
  /// longer come.
  private func loseAwaited(before end: Int64) {
    let overdue = awaited.filter { $0 < end }
    if overdue.isEmpty { return }
    losses.change { losses in for time in overdue { losses.lose(at: time) } }
    awaited.subtract(overdue)
  }

  // MARK: Frames

  private func received() throws -> [Frame] {
    var frames: [Frame] = []
    while case .frame(let frame) = try decoder.receive() { frames.append(frame) }
    return frames
  }

  /// Returns the frames that the decoder holds back.
  private func drained() throws -> [Frame] {
    var frames: [Frame] = []
    var hasFailed = false
    do {
      try decoder.drain()
      frames = try received()
    } catch let error as MediaError where error.kind == .damagedMedia {
      hasFailed = true
    }
    if beginning.verdict(onWorkOf: decoder, hasFailed: hasFailed) == .damaged, let time = beginning.damagedTime {
      losses.change { $0.lose(at: time) }
      lostTimes.insert(time)
    }
    return frames
  }

  private func give(_ frames: [Frame]) {
    for frame in frames {
      let time = frame.pts
      if let time {
        awaited.remove(time)
        loseAwaited(before: time)
      }
      if let time, lostTimes.remove(time) != nil { continue }
      let verdict = beginning.verdict(on: frame)
      guard verdict == .whole else {
        // Frames before the sought position are not wanted.
        if let time, verdict == .damaged || hasResumed { losses.change { $0.lose(at: time) } }
        continue
      }
      guard isPictures, let time else {
        ready.append(frame)
        continue
      }
      if let verdict = order.add(frame, at: time) { judge(verdict) }
    }
  }

  private func judge(_ verdict: TimeOrder<Frame>.Verdict) {
    switch verdict {
    case .inOrder(let frame):
      previousTime = frame.pts
      ready.append(frame)
    case .misplaced(let frame):
      guard let time = frame.pts, let previousTime else { return }
      let belongs = previousTime &+ max(1, frame.duration)
      losses.change { $0.misplace(time, between: previousTime..<max(previousTime, belongs) &+ 1) }
    }
  }
}
