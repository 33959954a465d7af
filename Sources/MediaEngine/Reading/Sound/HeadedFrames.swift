import MediaInterop
import MediaSupport
import MediaTime

/// The frames of a stream of MPEG audio, AAC in ADTS or AC-3, in which every frame begins with a header of its own.
///
/// Bytes before the first and after the last frame, such as a line feed or an unknown tag, are no media, and are
/// reported in a note. Between two frames they are damage: the broken part is assumed to last as long as frames like
/// those before with the same number of bytes, which is exact if all frames have one size.
///
/// A stream's coding, rate and channels are those that two frames in a row state. A frame whose statement differs from
/// that of its neighbours has a broken header, and its stated length cannot be trusted either.
final class HeadedFrames: PacketSource {
  private let packets: any PacketSource
  private let codec: CodecID
  private let sample: TimeBase
  /// A Boolean value that says whether the file contains only frames: no container states their times, and each byte
  /// must be explained.
  private let isBare: Bool
  /// The end of the sound as the file states it, in ticks of the stream: the samples after it only fill up the last
  /// frame.
  private let soundEnd: Int64?
  private let notes: ReadingNotes
  /// A Boolean value that says whether reading continues after bytes between two frames. They then only mark the second
  /// frame as following damage.
  private let continues: Bool
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var state = State()

  /// The number of frames at the start of an encoder's output that are smaller than those that follow.
  private static let startingFrames = 2

  private struct State {
    /// The frames of a packet. They are returned next.
    var found = PacketQueue<Packet>()
    /// The number of bytes since the last frame that are neither media nor a tag, and the number of bytes of a tag that
    /// are still to come.
    var unexplained = 0
    var tagRest: Int64 = 0
    /// The number of frames that were returned so far, and the number of those that show how large frames are.
    var frameCount = 0
    var measuredFrames = 0
    var frameBytes = 0
    /// The part that the headers of the latest frames have in common.
    var signature: UInt32?
    /// The latest frame, if its header states something else. It is held until a frame that states the same follows.
    var stray: Stray?
    /// The amount by which frames are later than libavformat counts, since libavformat does not count lost ones.
    var delay: Int64 = 0
    /// The end of the latest frame, and the start of the first one after lost frames.
    var end = Int64.min
    var firstDelayed: Int64?
  }

  private struct Stray {
    let frame: Unit
    let signature: UInt32
    /// The number of unexplained bytes when the frame came.
    let unexplained: Int
  }

  /// A frame of a packet, or frames that are decoded together.
  private struct Unit {
    let source: Packet
    let range: Range<Int>
    let isFirst: Bool
    let isLast: Bool

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: source.bytes[range]) }
  }

  init(
    of packets: any PacketSource, _ stream: MediaInterop.Stream, isBare: Bool, soundEnd: Int64?, _ notes: ReadingNotes,
    continues: Bool
  ) {
    self.packets = packets
    codec = stream.parameters.codec
    sample = stream.parameters.samples
    self.isBare = isBare
    self.soundEnd = soundEnd
    self.continues = continues
    self.notes = notes
  }

  /// Returns whether the frames of a stream begin with headers. Those of AAC do only without a container.
  static func areIn(_ stream: MediaInterop.Stream, isBare: Bool) -> Bool {
    let codec = stream.parameters.codec
    return [.mp3, .mp2, .ac3, .eac3].contains(codec) || isBare && codec == .aac
  }

  func next() throws -> Packet? {
    try find()
    guard let packet = state.found.popFirst() else { return nil }
    if let start = packet.pts { state.end = max(state.end, start &+ packet.duration) }
    return packet
  }

  /// Reads to the next frame, or to the end.
  private func find() throws {
    while state.found.isEmpty {
      guard let packet = try nextPacket() else { return giveLast() }
      try take(packet)
    }
  }

  /// Returns the next packet of the source. In a file that states its number of frames, broken frames are missing from
  /// the count: if the sound has reached its end, the file is not truncated.
  private func nextPacket() throws -> Packet? {
    do {
      return try packets.next()
    } catch let error as MediaError where error.kind == .truncatedContainer {
      if let soundEnd, state.delay != 0, state.end >= soundEnd { return nil }
      throw error
    }
  }

  private func take(_ packet: Packet) throws {
    state.unexplained += packet.passedOverBytes
    let units = units(in: packet)
    var place = 0
    for (index, unit) in units.enumerated() {
      pass(packet.bytes[place..<unit.lowerBound])
      let frame = Unit(source: packet, range: unit, isFirst: index == 0, isLast: index == units.count - 1)
      try settleStray(before: frame)
      // libavformat counts only one unit of each packet.
      if index > 0 { delay(by: packet.duration) }
      try admit(frame)
      place = unit.upperBound
    }
    pass(packet.bytes[place...])
    if units.isEmpty { delay(by: -packet.duration) }
  }

  private func units(in packet: Packet) -> [Range<Int>] {
    guard isBare else { return beginsWithSyncword(packet) ? [0..<packet.bytes.count] : [] }
    let isBroken = state.unexplained > 0 || state.stray != nil
    let units = FrameUnits(codec: codec, signature: isBroken ? state.signature : nil).ranges(in: packet.bytes)
    // After broken bytes another stream may begin.
    return units.isEmpty && isBroken ? FrameUnits(codec: codec, signature: nil).ranges(in: packet.bytes) : units
  }

  /// Returns a frame, or holds it until the frame behind it shows whether its header can be trusted.
  private func admit(_ frame: Unit) throws {
    let signature = FrameHeader.signature(codec, frame.bytes)
    if isBare, let signature, let known = state.signature, signature != known {
      state.stray = Stray(frame: frame, signature: signature, unexplained: state.unexplained)
    } else {
      state.signature = signature ?? state.signature
      try give(frame)
    }
  }

  /// Returns the held frame if the next one, right behind it, states the same. Otherwise its bytes belong to no frame.
  private func settleStray(before next: Unit) throws {
    guard let stray = state.stray else { return }
    state.stray = nil
    if state.unexplained == stray.unexplained, FrameHeader.signature(codec, next.bytes) == stray.signature {
      state.signature = stray.signature
      return try give(stray.frame)
    }
    state.unexplained += stray.frame.range.count
    delay(by: -stray.frame.source.duration)
  }

  /// Ends the stream. A last frame with a different header is broken, unless it lies among bytes that are no media.
  private func giveLast() {
    if let stray = state.stray, stray.unexplained == 0, state.frameCount > 0 {
      state.stray = nil
      var packet = packet(of: stray.frame)
      packet.isDamaged = true
      state.found.append(packet)
    }
    noteUnexplained("after the last frame")
  }

  private func give(_ frame: Unit) throws {
    if state.frameCount == 0 { noteUnexplained("before the first frame") }
    let followsDamage = state.unexplained > 0
    if followsDamage {
      let source = frame.source
      guard continues else {
        throw MediaError(
          .damagedMedia, .demuxing, "\(state.unexplained) bytes between two frames are not media",
          time: source.pts.map { source.timeBase.time($0 &+ state.delay) })
      }
      delay(by: source.duration &* lostFrameCount)
      state.unexplained = 0
    }
    var packet = packet(of: frame)
    if followsDamage { packet.followsDamage = true }
    if state.delay != 0 {
      if state.firstDelayed == nil { state.firstDelayed = packet.pts }
      trim(&packet)
    }
    if state.frameCount == Self.startingFrames { (state.measuredFrames, state.frameBytes) = (0, 0) }
    state.frameCount += 1
    state.measuredFrames += 1
    state.frameBytes += packet.bytes.count
    state.found.append(packet)
  }

  private func packet(of frame: Unit) -> Packet {
    var packet = frame.source
    packet.bytes = frame.bytes
    packet.pts = packet.pts.map { $0 &+ state.delay }
    packet.dts = packet.dts.map { $0 &+ state.delay }
    if !frame.isFirst { packet.trimStart = 0 }
    if !frame.isLast { packet.trimEnd = 0 }
    return packet
  }

  /// Trims a packet at the sound's end, which libavformat determines with times of its own.
  private func trim(_ packet: inout Packet) {
    guard let soundEnd, let start = packet.pts, start &+ packet.duration > soundEnd else { return }
    let excess = min(packet.duration, start &+ packet.duration &- soundEnd)
    packet.trimEnd = max(packet.trimEnd, Int(clamping: packet.timeBase.rescale(excess, to: sample)))
  }

  private func delay(by ticks: Int64) { if isBare { state.delay &+= ticks } }

  private var lostFrameCount: Int64 {
    guard state.frameBytes > 0 else { return 0 }
    let perFrame = Double(state.frameBytes) / Double(state.measuredFrames)
    return Int64((Double(state.unexplained) / perFrame).rounded())
  }

  /// Skips bytes that are no frame. Tags are no frames either, but no damage.
  private func pass(_ bytes: Slice<UnsafeRawBufferPointer>) {
    var bytes = bytes
    while !bytes.isEmpty {
      if state.tagRest == 0 { state.tagRest = isBare ? TagBlock.byteCount(bytes) ?? 0 : 0 }
      guard state.tagRest > 0 else {
        state.unexplained += bytes.count
        return
      }
      let count = Int(min(state.tagRest, Int64(bytes.count)))
      state.tagRest -= Int64(count)
      bytes = bytes.dropFirst(count)
    }
  }

  private func noteUnexplained(_ place: String) {
    if state.unexplained > 0 { notes.add("skipped \(state.unexplained) bytes \(place) that are not media") }
    state.unexplained = 0
  }

  /// Returns whether a packet begins with a syncword: eleven ones (ISO 11172-3, 2.4.2.3), or 0x0b77 (ETSI TS 102 366,
  /// 4.4.1).
  private func beginsWithSyncword(_ packet: Packet) -> Bool {
    guard packet.bytes.count >= 2 else { return false }
    let word = UInt16(packet.bytes[0]) << 8 | UInt16(packet.bytes[1])
    return word & 0xffe0 == 0xffe0 || word == 0x0b77 || word == 0x770b
  }

  // MARK: Seeking

  /// Seeks to a time. After lost frames the times are known only by counting from the start.
  func seek(to ticks: Int64) throws {
    let isBehindLost = isBare && continues && ticks >= state.firstDelayed ?? state.end
    guard isBehindLost else { return try go { try packets.seek(to: ticks) } }
    try rewind()
    while true {
      try find()
      guard let packet = state.found.first, let start = packet.pts, start &+ packet.duration <= ticks else { return }
      _ = try next()
    }
  }

  func rewind() throws { try go { try packets.rewind() } }

  private func go(_ move: () throws -> Void) rethrows {
    let (end, firstDelayed) = (state.end, state.firstDelayed)
    state = State()
    (state.end, state.firstDelayed) = (end, firstDelayed)
    try move()
  }
}
