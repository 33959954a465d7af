internal import CFFmpeg
import MediaSupport

/// What a muxer keeps of a stream while its packets are written: where libavformat's way with a container's times is not
/// the container's own.
struct WrittenStream {
  /// Samples by which the packets' times are later in the file.
  private let delay: Int64
  private let samples: TimeBase
  private let isVorbis: Bool
  private let isOgg: Bool
  /// The decode time of the last packet, in the container's ticks.
  private var lastDecodeTime: Int64?
  /// Packets that last.
  private var lastingCount = 0

  init(_ parameters: CodecParameters, in container: Muxer.Container) {
    isVorbis = parameters.codec == .vorbis
    isOgg = container == .ogg
    samples = parameters.samples
    // Matroska's readers take a track's CodecDelay off its times. libavformat before version 60 writes it, for Opus, and
    // does not add it to the times.
    let isMatroska = container == .matroska || container == .webM
    let isUnwritten = isMatroska && parameters.codec == .opus && avformat_version() >> 16 < 60
    delay = isUnwritten ? Int64(parameters.initialPadding) : 0
  }

  /// The packet at its time in the file.
  func delayed(_ packet: Packet) -> Packet {
    guard delay > 0 else { return packet }
    var packet = packet
    let ticks = samples.rescale(delay, to: packet.timeBase)
    packet.pts = packet.pts.map { $0 + ticks }
    packet.dts = packet.dts.map { $0 + ticks }
    return packet
  }

  /// Whether a page ends before this packet. Ogg says when sound begins by the position of its first page, unless that is
  /// the last as well: Vorbis, whose first packet lasts no time, ends the first page behind the first that does, when
  /// more of them come.
  mutating func endsPage(before packet: Packet) -> Bool {
    guard isOgg, isVorbis, packet.duration > 0 else { return false }
    lastingCount += 1
    return lastingCount == 2
  }

  /// Two packets of a stream cannot be decoded at once, which a unit coarser than the media's own would make them be: the
  /// later one goes a tick beyond. The first of Vorbis completes no sound, and has the time of the second.
  mutating func separate(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard packet.pointee.dts != cff_no_pts else { return }
    if let last = lastDecodeTime, packet.pointee.dts <= last, !isVorbis {
      packet.pointee.dts = last + 1
      if packet.pointee.pts != cff_no_pts { packet.pointee.pts = max(packet.pointee.pts, last + 1) }
    }
    lastDecodeTime = packet.pointee.dts
  }
}
