import CoreMedia
import MediaInterop

/// How a segment lies in its file: a head, each packet's own head and bytes, and the digest of all that is before it.
/// Numbers are little-endian.
enum SegmentFileLayout {
  /// Raised with every change of what follows.
  static let mark = Array("avwseg01".utf8)
  /// The mark, and the start and the end of the segment: a value and a time scale each; no scale is no end.
  static let headSize = 8 + 2 * timeSize
  static let timeSize = 8 + 4
  /// Presentation time, decode time, duration, count of bytes, flags.
  static let packetHeadSize = 3 * 8 + 2 * 4
  /// Hexadecimal digits.
  static let digestSize = 32

  struct Flags: OptionSet {
    let rawValue: UInt32
    static let keyFrame = Flags(rawValue: 1)
    static let droppable = Flags(rawValue: 2)

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ packet: Packet) {
      self = []
      if packet.isKeyFrame { insert(.keyFrame) }
      if packet.isDroppable { insert(.droppable) }
    }
  }
}
