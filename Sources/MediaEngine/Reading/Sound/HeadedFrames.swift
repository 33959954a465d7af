import MediaInterop
import MediaSupport

/// The frames of a stream of MPEG audio, AAC in ADTS or AC-3, whose every frame begins with a header of its own.
///
/// What lies in front of the first and behind the last one, such as a line feed or a tag that no standard knows, is no
/// media, and a note says so. Between two frames it is damage: what was broken there lasted as long as its bytes would
/// as frames like those before, which is exact where all have one size.
final class HeadedFrames: PacketSource {
  private let packets: any PacketSource
  private let codec: CodecID
  private let sample: TimeBase
  /// Whether the file is nothing but frames: no container tells their times, and each byte of it is accounted for.
  private let isBare: Bool
  /// Where the file says that the sound ends, in ticks of the stream: what is behind it filled the last frame.
  private let soundEnd: Int64?
  private let notes: ReadingNotes
  /// What lies between two frames is told to the second, and ends nothing.
  private let continues: Bool
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  nonisolated(unsafe) private var state = State()

  /// Frames that are an encoder's start, and smaller than those that follow.
  private static let startingFrames = 2

  private struct State {
    /// Frames of a packet that comes next.
    var found = PacketQueue<Packet>()
    /// Bytes since the last frame that are neither media nor a tag, and what is still to come of a tag.
    var unexplained = 0
    var tagRest: Int64 = 0
    /// Frames that were given so far, and those of them that tell how long frames are.
    var frameCount = 0
    var measuredFrames = 0
    var frameBytes = 0
    /// What the headers of the latest frames had in common.
    var signature: UInt32?
    /// How much later frames are than libavformat counts, which knows of no lost ones.
    var delay: Int64 = 0
    /// When the latest frame ends, and when the first one behind lost ones begins.
    var end = Int64.min
    var firstDelayed: Int64?
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

  /// Whether the frames of a stream begin with headers; without a container those of AAC do, too.
  static func areIn(_ stream: MediaInterop.Stream, isBare: Bool) -> Bool {
    let codec = stream.parameters.codec
    return [.mp3, .mp2, .ac3, .eac3].contains(codec) || isBare && codec == .aac
  }

  /// The formats that are nothing but frames with headers.
  static func areAll(of probe: Probe) -> Bool { ["mp3", "aac", "ac3", "eac3"].contains(where: probe.isFormat) }

  func next() throws -> Packet? {
    try find()
    guard let packet = state.found.popFirst() else { return nil }
    if let start = packet.pts { state.end = max(state.end, start &+ packet.duration) }
    return packet
  }

  /// Reads on to the next frame, or to the end.
  private func find() throws {
    while state.found.isEmpty {
      guard let packet = try nextPacket() else { return noteUnexplained("behind the last frame") }
      try take(packet)
    }
  }

  /// A file that says how many frames it has lacks those that were broken, too: it is not cut where the sound came to its
  /// end.
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
      // Of all units of a packet libavformat counts one.
      if index > 0 { delay(by: packet.duration) }
      try give(packet, unit, isFirst: index == 0, isLast: index == units.count - 1)
      place = unit.upperBound
    }
    pass(packet.bytes[place...])
    if units.isEmpty { delay(by: -packet.duration) }
  }

  private func units(in packet: Packet) -> [Range<Int>] {
    guard isBare else { return beginsWithSyncword(packet) ? [0..<packet.bytes.count] : [] }
    return FrameUnits(codec: codec, signature: state.unexplained > 0 ? state.signature : nil).ranges(in: packet.bytes)
  }

  private func give(_ source: Packet, _ unit: Range<Int>, isFirst: Bool, isLast: Bool) throws {
    if state.frameCount == 0 { noteUnexplained("in front of the first frame") }
    var packet = source
    if state.unexplained > 0 {
      guard continues else {
        throw MediaError(
          .damagedMedia, .demuxing, "\(state.unexplained) bytes between two frames are no media",
          time: packet.pts.map { packet.timeBase.time($0 &+ state.delay) })
      }
      packet.followsDamage = true
      delay(by: packet.duration &* lostFrameCount)
      state.unexplained = 0
    }
    packet.bytes = UnsafeRawBufferPointer(rebasing: source.bytes[unit])
    packet.pts = source.pts.map { $0 &+ state.delay }
    packet.dts = source.dts.map { $0 &+ state.delay }
    if !isFirst { packet.trimStart = 0 }
    if !isLast { packet.trimEnd = 0 }
    if state.delay != 0 {
      if state.firstDelayed == nil { state.firstDelayed = packet.pts }
      trim(&packet)
    }
    if state.frameCount == Self.startingFrames { (state.measuredFrames, state.frameBytes) = (0, 0) }
    state.frameCount += 1
    state.measuredFrames += 1
    state.frameBytes += unit.count
    state.signature = FrameHeader.signature(codec, packet.bytes) ?? state.signature
    state.found.append(packet)
  }

  /// libavformat counts up to the end by times of its own.
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

  /// Bytes that are no frame: tags are none either, and no damage.
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
    if state.unexplained > 0 { notes.add("left out \(state.unexplained) bytes \(place), which are no media") }
    state.unexplained = 0
  }

  /// ISO 11172-3, 2.4.2.3: eleven ones. ETSI TS 102 366, 4.4.1: 0x0b77.
  private func beginsWithSyncword(_ packet: Packet) -> Bool {
    guard packet.bytes.count >= 2 else { return false }
    let word = UInt16(packet.bytes[0]) << 8 | UInt16(packet.bytes[1])
    return word & 0xffe0 == 0xffe0 || word == 0x0b77 || word == 0x770b
  }

  // MARK: Going elsewhere

  /// Behind lost frames the times are known only by counting from the start.
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
