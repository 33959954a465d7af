internal import CFFmpeg
import MediaSupport

/// What a muxer keeps of a stream while its packets are written: where libavformat's way with a container's times is not
/// the container's own.
struct WrittenStream {
  /// Samples by which the packets' times are later in the file.
  private let delay: Int64
  private let samples: TimeBase
  private let isVorbis: Bool
  private let isSound: Bool
  private let container: Muxer.Container
  /// Samples of a packet of sound; 0 where not all have as many.
  private let frameSize: Int64
  /// Where the packet before ends.
  private var end: (time: Int64, timeBase: TimeBase)?
  /// The decode time of the last packet, in the container's ticks.
  private var lastDecodeTime: Int64?
  /// Packets that last.
  private var lastingCount = 0

  init(_ parameters: CodecParameters, in container: Muxer.Container) {
    isVorbis = parameters.codec == .vorbis
    isSound = parameters.kind == .audio
    frameSize = Int64(parameters.frameSize)
    self.container = container
    samples = parameters.samples
    // Matroska's readers take a track's CodecDelay off its times. libavformat before version 60 writes it, for Opus, and
    // does not add it to the times.
    let isUnwritten = container.isMatroska && parameters.codec == .opus && avformat_version() >> 16 < 60
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

  /// Whether the unit of the container that packets are gathered in ends before this packet.
  ///
  /// A unit of a transport stream states the time of its first packet alone, so that no hole in the sound can lie within
  /// it. Ogg says when sound begins by the position of its first page, unless that is the last as well: Vorbis, whose
  /// first packet lasts no time, ends the first page behind the first that does, when more of them come.
  mutating func endsUnit(before packet: Packet) -> Bool {
    switch container {
    case .ogg:
      guard isVorbis, packet.duration > 0 else { return false }
      lastingCount += 1
      return lastingCount == 2
    case .transportStream:
      guard isSound, let time = packet.pts else { return false }
      // Tables may let a packet last until the next one, however far that is.
      let frame = frameSize > 0 ? samples.rescale(frameSize, to: packet.timeBase) : packet.duration
      defer { end = (time + min(packet.duration, frame), packet.timeBase) }
      guard let end else { return false }
      return abs(packet.timeBase.rescale(time, to: Self.fine) - end.timeBase.rescale(end.time, to: Self.fine))
        > Self.longestRounding
    default: return false
    }
  }

  /// In ticks of `fine`: less is no hole, but times that were rounded.
  private static let longestRounding: Int64 = 100
  private static let fine = TimeBase(ticksPerSecond: 1_000_000)

  /// Two packets of a stream cannot be decoded at once, which a unit coarser than the media's own would make them be: the
  /// later one goes a tick beyond. The first of Vorbis completes no sound, and has the time of the second. Matroska states
  /// no decode times, and its packets may have one time.
  mutating func separate(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard !container.isMatroska, !isVorbis, packet.pointee.dts != cff_no_pts else { return }
    if let last = lastDecodeTime, packet.pointee.dts <= last {
      // Without reordering both times are one.
      if packet.pointee.pts == packet.pointee.dts { packet.pointee.pts = last + 1 }
      packet.pointee.dts = last + 1
    }
    lastDecodeTime = packet.pointee.dts
  }
}

extension Muxer.Container {
  /// WebM is a part of Matroska.
  var isMatroska: Bool { self == .matroska || self == .webM }
}
