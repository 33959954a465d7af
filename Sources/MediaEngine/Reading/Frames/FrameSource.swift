import CoreMedia
import MediaInterop
import MediaSupport
import MediaTime

/// A track's decoded frames in presentation order.
protocol FrameSequence: AnyObject {
  /// Returns the next frame; `nil` at the end.
  func next() throws -> Frame?

  /// A Boolean value that says whether all packets have been decoded.
  var isAtLastPacket: Bool { get }
  /// The latest end of the packets so far that are shown or heard, in the stream's ticks.
  var lastPacketEnd: Int64? { get }
}

extension Packet {
  /// Returns its end, or a later one that is known; `nil` where neither is. A packet that is only decoded has no end.
  func end(notBefore other: Int64?) -> Int64? {
    guard !isDiscarded, let start = pts ?? dts else { return other }
    return other.map { max($0, start &+ duration) } ?? start &+ duration
  }
}

extension MediaError {
  /// A Boolean value that says whether the container is damaged or truncated: everything before is intact.
  var isOfContainer: Bool { [.damagedContainer, .truncatedContainer].contains(kind) }

  /// A Boolean value that says whether the container or the media is damaged: what came before is whole.
  var isOfDamage: Bool { isOfContainer || kind == .damagedMedia }
}

/// Decodes packets, and stops with an error at damage.
final class FrameSource: FrameSequence {
  private let context: ReadingContext
  private let packets: any PacketSource
  private let decoder: any PacketDecoder
  private var timeline: AssetTimeline { context.timeline }
  private var notes: ReadingNotes { context.notes }
  private var beginning: DecodingStart
  /// A Boolean value that says whether a packet was read. The first one is read only when the first frame is wanted,
  /// since all readers that share a demuxer must be made before.
  private var hasStarted = false
  private var pending: Packet?
  /// The packets that were read ahead, and follow the pending one.
  private var found = PacketQueue<Packet>()
  private var isDraining = false
  /// A Boolean value that says whether only the first packet that is shown is decoded.
  private let isSingle: Bool
  /// A Boolean value that says whether no further packet is decoded.
  private var isComplete = false
  private var selection: PictureSelection
  /// The end of the range whose frames are wanted; not numeric for a range without an end.
  private let end: CMTime
  /// The error that ends decoding, after the frames of the packets before it. It is `nil` if there was none so far.
  private var failure: MediaError?
  /// The time before which all frames were returned, in the stream's ticks, if damage ended decoding. It is `nil` if
  /// damage did not, or if the time is not known.
  private(set) var failureTime: Int64?
  /// The error that the packets end with. It is `nil` if there is none, and until it is reached.
  private var ending: MediaError?
  /// The configuration that packets announced which were left out.
  private var passed = PassedConfiguration()
  /// A Boolean value that says whether a packet was left out that the selection does not want.
  private(set) var hasLeftOut = false
  private(set) var lastPacketEnd: Int64?
  private(set) var isAtLastPacket = false

  /// - Parameters:
  ///   - decoder: a new decoder, or a flushed one.
  ///   - start: the time that the packets were sought for, in the stream's ticks; `nil` at the stream's start.
  ///   - wanted: the time before which pictures are not wanted, in the stream's ticks; `nil` if all are.
  ///   - end: the end of the range whose frames are wanted; not numeric for a range without an end. Damage after it is
  ///     ignored.
  ///   - isSingle: whether only the first packet that is shown is decoded.
  init(
    _ context: ReadingContext, _ packets: any PacketSource, decoder: any PacketDecoder, start: Int64?,
    wanted: Int64? = nil, end: CMTime = .positiveInfinity, isSingle: Bool = false
  ) {
    self.end = end
    self.isSingle = isSingle
    self.context = context
    self.packets = packets
    self.decoder = decoder
    selection = PictureSelection(wanted: wanted)
    beginning = DecodingStart(of: context, wanted: start)
  }

  /// Returns the next frame; `nil` at the end.
  ///
  /// - Throws: `MediaError` of stage `.decoding` for damaged media. The frames of the packets before the damage come first.
  ///   Frames that need a picture from before the first random-access point, as in a capture that begins in mid-stream,
  ///   are left out with a note.
  func next() throws -> Frame? {
    while true {
      switch try judged({ () throws(MediaError) in try decoder.receive() }) {
      case .frame(let frame):
        switch beginning.verdict(on: frame) {
        case .whole:
          if let failure, let failureTime, frame.pts.map({ $0 >= failureTime }) ?? true { throw failure }
          return frame
        case .excused: note("skipped a picture before a random-access point that needs another one from before it")
        case .damaged: throw failure ?? damage(at: frame.pts)
        }
      case .end:
        if let error = failure ?? ending { throw error }
        return nil
      case .needsInput: try feed()
      case nil: continue
      }
    }
  }

  /// Ends decoding where the decoder finds damage, behind the frames of the packets before.
  ///
  /// - Returns: `nil` where it failed.
  private func judged<Value>(_ work: () throws(MediaError) -> Value) throws -> Value? {
    let result = Result(catching: work)
    var complaint: MediaError?
    if case .failure(let error) = result {
      guard error.kind == .damagedMedia else { throw failure ?? error }
      complaint = error
    }
    switch beginning.verdict(onWorkOf: decoder, hasFailed: complaint != nil) {
    case .damaged: try fail(complaint)
    case .excused:
      if let complaint { note("skipped data before the first frame that cannot be decoded: \(complaint)") }
    case .whole: break
    }
    return try? result.get()
  }

  /// Ends decoding at the packet that was found damaged: frames that are shown before it and all packets behind it are
  /// still to come.
  ///
  /// - Throws: the error, where nobody knows which frames these are, or where reading begins anew without leaving
  ///   pictures out.
  private func fail(_ complaint: MediaError?) throws {
    let start = beginning.damageStart
    // The decoder still works on the packets behind the first that is damaged.
    if failure != nil, let start, let failureTime, start >= failureTime { return }
    let time = timeline.time(beginning.damagedTime)
    // If the file ends within the packet, the error says that the file was cut, and not that the packet is damaged.
    let cut = ending?.kind == .truncatedContainer ? ending?.adding(time: time) : packets.cut(at: time)
    let error = cut ?? complaint ?? damage(at: beginning.damagedTime)
    guard start != nil, !hasLeftOut else { throw error }
    (failure, failureTime) = (error, start)
  }

  /// Returns whether a frame that was given is the one that is on at the wanted time. False where that shows only when
  /// the next one comes.
  func isOnAtWanted(_ frame: Frame) -> Bool {
    guard let time = frame.pts, hasStarted, ending == nil else { return false }
    return selection.isOnAtWanted(time, before: pending)
  }

  private func damage(at time: Int64?) -> MediaError {
    MediaError(.damagedMedia, .decoding, "the encoded media is damaged", time: timeline.time(time))
  }

  /// Adds a note. After a seek no note is added, since undecodable frames there are not the wanted ones.
  private func note(_ sentence: String) { if beginning.isOfTrack { notes.add(sentence) } }

  private func feed() throws {
    if !hasStarted {
      hasStarted = true
      try advance()
    }
    guard let packet = pending, !isComplete, failure == nil else { return try drain() }
    guard selection.takes(packet, in: context.stream.parameters) else {
      hasLeftOut = true
      passed.pass(packet)
      return try advance()
    }
    guard DamageVerdict(on: packet) == .whole else {
      if !isPastTheEnd(packet) {
        failure = packets.damage(of: packet, at: timeline.time(packet.pts ?? packet.dts))
        failureTime = packet.dts
      }
      return try drain()
    }
    let given = passed.carry(to: packet)
    // The decoder may take it only later.
    pending = given
    // A packet that cannot be decoded is used up all the same.
    guard try judged({ () throws(MediaError) in try decoder.send(given) }) ?? true, failure == nil else { return }
    lastPacketEnd = packet.end(notBefore: lastPacketEnd)
    isComplete = isSingle && !packet.isDiscarded
    try advance()
  }

  /// Makes the decoder return the frames that it holds.
  private func drain() throws {
    if isDraining { return }
    isDraining = true
    _ = try judged { () throws(MediaError) in try decoder.drain() }
  }

  /// Returns whether no frame of the range depends on a packet or on those behind it. The tables state its decode time,
  /// whether the packet is there or not.
  private func isPastTheEnd(_ packet: Packet) -> Bool {
    guard context.track.hasMovieTables, end.isNumeric, let time = packet.dts else { return false }
    return timeline.time(time) >= end
  }

  private func advance() throws {
    pending = try nextPacket()
    isAtLastPacket = pending == nil && ending == nil
    if let pending { beginning.note(pending, number: decoder.packetCount) }
  }

  /// Returns the next packet; `nil` at the end and at damage: the decoder may still hold frames of the packets before.
  private func nextPacket() throws -> Packet? {
    if let packet = found.popFirst() { return packet }
    if ending != nil { return nil }
    do {
      return try packets.next()
    } catch let error as MediaError where error.isOfDamage {
      ending = error
      return nil
    }
  }

  // MARK: Skipping

  /// Skips pictures that are shown before a later time, as far as nothing depends on them. If a random-access point
  /// lies ahead, at or before that time, decoding continues at the last one.
  ///
  /// - Parameter ticks: the time, in the stream's ticks.
  /// - Throws: as `next()`.
  func skip(to ticks: Int64) throws {
    selection = PictureSelection(wanted: ticks)
    if !hasStarted {
      hasStarted = true
      try advance()
    }
    guard context.canFlushDecoder, pending != nil else { return }
    var ahead = try AccessPoint(at: ticks, from: pending, read: nextPacket).packets
    while let packet = found.popFirst() { ahead.append(packet) }
    found = ahead
    guard let first = found.first, first.isAccessPoint(at: ticks) else {
      // The access point becomes the pending packet.
      _ = found.popFirst()
      return
    }
    decoder.flush()
    (isDraining, isComplete) = (false, false)
    (failure, failureTime) = (nil, nil)
    beginning = DecodingStart(of: context, wanted: ticks)
    try advance()
  }
}
