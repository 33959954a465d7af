internal import CFFmpeg
import MediaSupport

/// The state of a stream while its packets are written, for containers whose times libavformat handles in a different
/// way than the container requires.
struct WrittenStream {
  /// The number of samples by which the packets' times are later in the file.
  private let delay: Int64
  private let samples: TimeBase
  private let isVorbis: Bool
  private let isSound: Bool
  private let container: Muxer.Container
  /// The number of samples of a packet of sound; 0 if packets have different numbers.
  private let frameSize: Int64
  /// The end of the packet before.
  private var end: (time: Int64, timeBase: TimeBase)?
  /// The decode time of the last packet, in the container's ticks.
  private var lastDecodeTime: Int64?
  /// The number of packets with a duration.
  private var lastingCount = 0

  init(_ parameters: CodecParameters, in container: Muxer.Container) {
    isVorbis = parameters.codec == .vorbis
    isSound = parameters.kind == .audio
    frameSize = Int64(parameters.frameSize)
    self.container = container
    samples = parameters.samples
    // Matroska's readers subtract a track's CodecDelay from its times. libavformat before version 60 writes it for
    // Opus, but does not add it to the times.
    let isUnwritten = container.isMatroska && parameters.codec == .opus && avformat_version() >> 16 < 60
    delay = isUnwritten ? Int64(parameters.initialPadding) : 0
  }

  /// Returns the packet with its time in the file.
  func delayed(_ packet: Packet) -> Packet {
    guard delay > 0 else { return packet }
    var packet = packet
    let ticks = samples.rescale(delay, to: packet.timeBase)
    packet.pts = packet.pts.map { $0 + ticks }
    packet.dts = packet.dts.map { $0 + ticks }
    return packet
  }

  /// Returns whether the container's unit, in which packets are gathered, ends before this packet.
  ///
  /// A unit of a transport stream states only the time of its first packet, so no hole in the sound may be within it.
  /// Ogg states when sound begins by the position of its first page, unless that is also the last one. Vorbis, whose
  /// first packet has no duration, ends the first page after the first packet with a duration, if more of them come.
  /// of them come.
  mutating func endsUnit(before packet: Packet) -> Bool {
    switch container {
    case .ogg:
      guard isVorbis, packet.duration > 0 else { return false }
      lastingCount += 1
      return lastingCount == 2
    case .transportStream:
      guard isSound, let time = packet.pts else { return false }
      // Tables may extend a packet's duration to the next packet, however far that is.
      let frame = frameSize > 0 ? samples.rescale(frameSize, to: packet.timeBase) : packet.duration
      defer { end = (time + min(packet.duration, frame), packet.timeBase) }
      guard let end else { return false }
      return abs(packet.timeBase.rescale(time, to: Self.fine) - end.timeBase.rescale(end.time, to: Self.fine))
        > Self.longestRounding
    default: return false
    }
  }

  /// The longest gap that is only caused by rounded times, in ticks of `fine`.
  private static let longestRounding: Int64 = 100
  private static let fine = TimeBase(ticksPerSecond: 1_000_000)

  /// Separates the decode times of two packets of a stream. They cannot be decoded at once, but a coarser unit than the
  /// media's own can make their times equal: the later one is then moved by a tick. The first packet of Vorbis
  /// completes no sound, and has the time of the second. Matroska states no decode times, and its packets may have
  /// equal times.
  mutating func separate(_ packet: UnsafeMutablePointer<AVPacket>) {
    guard !container.isMatroska, !isVorbis, packet.pointee.dts != cff_no_pts else { return }
    if let last = lastDecodeTime, packet.pointee.dts <= last {
      // Without reordering both times are equal.
      if packet.pointee.pts == packet.pointee.dts { packet.pointee.pts = last + 1 }
      packet.pointee.dts = last + 1
    }
    lastDecodeTime = packet.pointee.dts
  }
}

extension Muxer.Container {
  /// A Boolean value that says whether it is Matroska or its part WebM.
  var isMatroska: Bool { self == .matroska || self == .webM }
}
