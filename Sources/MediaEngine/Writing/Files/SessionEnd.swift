import CoreMedia
import MediaInterop
import MediaSupport

/// The end of the session for one track of a file that cannot hide media behind it (AW-35): a value that is given the
/// track's packets from the last to the first.
struct SessionEnd {
  private let time: Int64
  private let timeBase: TimeBase
  private let isSound: Bool
  /// The rate of sound that is stored frame by frame, and the bytes of a frame; `nil` for other media.
  private let frames: (rate: TimeBase, size: Int)?
  /// A Boolean value that says whether packets that were kept are decoded behind the next one.
  private var isDependedOn = false
  /// The ticks of the packets that were left out.
  private(set) var leftOut: Int64 = 0
  /// The ticks that were trimmed off the packet of coded sound in which the session ends.
  private(set) var cut: Int64 = 0

  /// - Returns: `nil` where no end of the session was given.
  init?(_ timeline: TrackTimeline, _ format: CMFormatDescription?) {
    isSound = format?.mediaType == .audio
    guard let end = isSound ? timeline.sessionEndRoundedUp : timeline.sessionEnd else { return nil }
    time = end
    timeBase = timeline.timeBase
    frames = format.flatMap(Self.storedFrames)
  }

  private static func storedFrames(_ format: CMFormatDescription) -> (rate: TimeBase, size: Int)? {
    guard let sound = format.audioStreamBasicDescription, sound.mFramesPerPacket == 1, sound.mBytesPerFrame > 0,
      let rate = TimeBase.sound(format)
    else { return nil }
    return (rate, Int(sound.mBytesPerFrame))
  }

  /// Returns the part of a packet that is before the end, or `nil` if the whole packet is behind the end and no other
  /// packet depends on it.
  ///
  /// Sound that is stored frame by frame is cut to the frame. The rest of a packet of coded sound is marked as trimmed,
  /// which some containers can store. A picture's duration ends with the session.
  mutating func part(of packet: Packet) -> Packet? {
    guard let start = packet.pts ?? packet.dts, !packet.isTagPlaceholder else { return packet }
    let (length, overflow) = timeBase.rescale(time, to: packet.timeBase).subtractingReportingOverflow(start)
    guard length > 0 || overflow else {
      // A picture may be presented behind others that need it.
      if !isSound, isDependedOn, !packet.isDroppable { return packet }
      leftOut = leftOut.addingReportingOverflow(packet.duration).partialValue
      return nil
    }
    isDependedOn = true
    guard !overflow, length < packet.duration else { return packet }
    return isSound ? sound(packet, of: length) : lasting(packet, for: length)
  }

  private func lasting(_ packet: Packet, for length: Int64) -> Packet {
    var part = packet
    part.duration = length
    return part
  }

  private mutating func sound(_ packet: Packet, of length: Int64) -> Packet {
    guard let frames else {
      cut = packet.duration - length
      var part = packet
      part.trimEnd = max(part.trimEnd, Int(clamping: packet.duration - length))
      return part
    }
    var part = lasting(packet, for: length)
    let count = min(Int(clamping: packet.timeBase.rescale(length, to: frames.rate)), packet.bytes.count / frames.size)
    part.bytes = UnsafeRawBufferPointer(rebasing: packet.bytes[..<(count * frames.size)])
    return part
  }
}
