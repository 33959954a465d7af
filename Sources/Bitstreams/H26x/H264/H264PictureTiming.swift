/// The part of an H.264 sequence parameter set that is needed to read its pictures' timing (E.1.1).
package struct H264PictureTiming: Hashable, Sendable {
  /// The type of the message `pic_timing` (H.264, D.1).
  static let messageType = 1

  /// The number of bits of the two delays before the other fields; 0 where the stream has none.
  package var delayBits: Int

  package init(delayBits: Int) { self.delayBits = delayBits }
}
