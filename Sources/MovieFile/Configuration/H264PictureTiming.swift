/// What of an H.264 sequence parameter set is needed to read its pictures' timing (E.1.1).
package struct H264PictureTiming: Hashable, Sendable {
  /// `pic_timing` (H.264, D.1).
  static let messageType = 1

  /// Of the two delays in front of the rest; 0 where the stream has none.
  package var delayBits: Int

  package init(delayBits: Int) { self.delayBits = delayBits }
}
