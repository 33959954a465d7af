import CoreMedia
import MediaInterop

/// The layout of a segment's file: a header, each packet's header and bytes, and the digest of all bytes before it.
/// Numbers are little-endian.
enum SegmentFileLayout {
  /// The mark at the start of the file, which changes with every change of the layout.
  static let mark = Array("avwseg02".utf8)
  /// The number of bytes of the mark, and of the start and the end of the segment, each as a value and a time scale. A
  /// time scale of 0 means that there is no end.
  static let headSize = 8 + 2 * timeSize
  static let timeSize = 8 + 4
  /// The number of hexadecimal digits.
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
