import Bitstreams
import MediaInterop
import MediaSupport

/// Marks packets as damaged if their bytes show damage without decoding: those of H.264, HEVC and FLAC, and all packets
/// of a track whose configuration cannot be read.
///
/// From version 6 on, libavformat returns several frames of FLAC without a container as one packet if one of them is
/// broken. Such a packet is split into its frames, so that the other frames are not lost with the broken one.
final class CheckedPackets: PacketSource {
  private let packets: PacketLookahead
  private let parameters: CodecParameters
  private let isConfigured: Bool
  /// The frames of a packet that had several. They are returned next.
  // Unsafe: the one caller at a time that the protocol asks for changes them.
  private nonisolated(unsafe) var frames = PacketQueue<Packet>()
  /// The end of the last frame of such a packet, in ticks: the parser may skip the frame behind it.
  // Unsafe: as above.
  private nonisolated(unsafe) var partedEnd: Int64?

  init(_ packets: any PacketSource, of context: ReadingContext) {
    self.packets = PacketLookahead(packets)
    parameters = context.stream.parameters
    isConfigured = context.isConfigured
  }

  /// Returns whether packets of a track can be checked. Those of a track with several codings cannot, since each would
  /// be checked as a packet of the first coding.
  static func check(_ context: ReadingContext) -> Bool {
    [.h264, .hevc, .flac].contains(context.stream.parameters.codec) && context.hasOneCoding || !context.isConfigured
  }

  func next() throws -> Packet? {
    if let frame = frames.popFirst() { return frame }
    guard var packet = try packets.next() else { return nil }
    if let end = partedEnd.take(), let start = packet.pts, start > end { packet.followsDamage = true }
    if isBroken(packet) || endsInHole(packet) { packet.isDamaged = true }
    if packet.isDamaged, parameters.codec == .flac { split(packet) }
    return frames.popFirst() ?? packet
  }

  /// Splits a packet of FLAC into its frames, if it has several. The frames' numbers determine their times.
  private func split(_ packet: Packet) {
    let found = FLACFrame.frames(in: packet.bytes)
    guard found.count > 1, let length = found.map(\.header.sampleCount).max() else { return }
    for (header, range) in found {
      var frame = packet
      frame.bytes = UnsafeRawBufferPointer(rebasing: packet.bytes[range])
      // A number has 36 bits and a length 16, so the product cannot overflow.
      let place = Int64(header.countsSamples ? header.number : header.number * UInt64(length))
      let time = parameters.samples.rescale(place, to: packet.timeBase)
      (frame.pts, frame.dts) = (time, time)
      frame.duration = parameters.samples.rescale(Int64(header.sampleCount), to: packet.timeBase)
      frame.position = packet.position.map { $0 + Int64(range.lowerBound) }
      frame.isDamaged = isBroken(frame)
      partedEnd = time &+ frame.duration
      frames.append(frame)
    }
  }

  private func endsInHole(_ packet: Packet) -> Bool {
    packet.mayEndInHole(in: parameters) && packets.peek()?.mayBeginInHole(in: parameters) == true
  }

  private func isBroken(_ packet: Packet) -> Bool {
    // An intact packet may contain only a new configuration.
    if packet.bytes.isEmpty { return false }
    if !isConfigured { return true }
    return parameters.codec == .flac ? FLACFrame.isBroken(packet.bytes) : packet.hasBrokenUnits(in: parameters)
  }

  private func forget() {
    frames = PacketQueue()
    partedEnd = nil
  }

  func seek(to ticks: Int64) throws {
    forget()
    try packets.seek(to: ticks)
  }

  func rewind() throws {
    forget()
    try packets.rewind()
  }
}
