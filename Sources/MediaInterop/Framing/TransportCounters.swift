/// The counters of a transport stream's packets (ISO 13818-1, 2.4.3.3): a pure value.
struct TransportCounters {
  static let packetSize = 188

  /// The state of one PID.
  private struct Stream {
    var counter: UInt8
    /// The offset of the elementary packet's start, the number of its bytes that came, and the number that it states; 0
    /// if it states none.
    var start: Int64
    var byteCount = 0
    var statedCount = 0
    /// A Boolean value that says whether its last transport packet contains stuffing, as at the end of an elementary
    /// packet that does not state its size: only one in 184 fills its transport packets by chance.
    var isFilledUp = false
    var isWhole: Bool { statedCount > 0 ? byteCount >= statedCount : isFilledUp }
    /// A Boolean value that says whether transport packets are missing, and no elementary packet has begun since.
    var hasGap = false
  }

  private var streams: [UInt16: Stream] = [:]
  /// The offsets of the elementary packets that lack bytes.
  private(set) var brokenStarts: Set<Int64> = []
  /// The offsets of the elementary packets before which others may be missing.
  private(set) var followingStarts: Set<Int64> = []

  /// - Parameters:
  ///   - packet: the packet's bytes from its sync byte on.
  ///   - place: the offset of the packet in the file, in bytes.
  mutating func note(_ packet: ArraySlice<UInt8>, at place: Int64) {
    let base = packet.startIndex
    let pid = UInt16(packet[base + 1] & 0x1F) << 8 | UInt16(packet[base + 2])
    guard packet[base] == TransportDamage.syncByte, pid != 0x1FFF else { return }
    let (hasError, isStart) = (packet[base + 1] & 0x80 != 0, packet[base + 1] & 0x40 != 0)
    let (hasAdaptation, hasPayload) = (packet[base + 3] & 0x20 != 0, packet[base + 3] & 0x10 != 0)
    let counter = packet[base + 3] & 0x0F
    let adaptation = hasAdaptation ? Int(packet[base + 4]) + 1 : 0
    let isNewBeginning = adaptation > 1 && packet[base + 5] & 0x80 != 0
    guard hasPayload else {
      // The counter continues from here.
      if isNewBeginning { streams[pid]?.counter = counter }
      return
    }
    let payload = packet.dropFirst(4 + adaptation)
    let known = streams[pid]
    if known == nil, !isStart { return }
    var hasGap = false
    if let known {
      // A packet may be repeated, including the first one of an elementary packet.
      if counter == known.counter, !isStart || known.byteCount == payload.count { return }
      hasGap = counter != (known.counter + 1) & 0x0F && !isNewBeginning
      if hasGap, !known.isWhole { brokenStarts.insert(known.start) }
      if isStart, hasGap || known.hasGap { followingStarts.insert(place) }
    }
    var stream =
      isStart ? Stream(counter: counter, start: place, statedCount: Self.statedCount(payload)) : known!
    stream.counter = counter
    stream.hasGap = !isStart && (hasGap || stream.hasGap)
    stream.byteCount += payload.count
    stream.isFilledUp = hasAdaptation && Self.hasStuffing(packet.dropFirst(4).prefix(adaptation))
    if hasError { brokenStarts.insert(stream.start) }
    streams[pid] = stream
  }

  /// Returns whether an adaptation field is longer than its stated parts (ISO 13818-1, 2.4.3.4).
  private static func hasStuffing(_ field: ArraySlice<UInt8>) -> Bool {
    let bytes = Array(field)
    guard bytes.count > 1 else { return true }
    var count = 2
    // The parts are the clock, the original clock and the countdown to a splice. Private data and an extension state
    // their own sizes.
    for (flag, size) in [(0x10, 6), (0x08, 6), (0x04, 1)] where Int(bytes[1]) & flag != 0 { count += size }
    for flag in [0x02, 0x01] where Int(bytes[1]) & flag != 0 {
      guard count < bytes.count else { return false }
      count += 1 + Int(bytes[count])
    }
    return bytes.count > count
  }

  /// Returns the number of bytes of an elementary packet (ISO 13818-1, 2.4.3.6); 0 if it does not state it, or does not
  /// begin here.
  private static func statedCount(_ payload: ArraySlice<UInt8>) -> Int {
    let head = Array(payload.prefix(6))
    guard head.count == 6, head.starts(with: [0, 0, 1]) else { return 0 }
    let count = Int(head[4]) << 8 | Int(head[5])
    return count > 0 ? count + head.count : 0
  }
}
