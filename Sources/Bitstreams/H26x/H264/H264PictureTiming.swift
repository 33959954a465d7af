import MediaSupport

/// The part of an H.264 sequence parameter set that is needed to read its pictures' timing (E.1.1).
package struct H264PictureTiming: Hashable, Sendable {
  /// The type of the message `pic_timing` (H.264, D.1).
  static let messageType = 1

  /// The number of bits of the two delays before the other fields; 0 if the stream has no delays.
  package var delayBits: Int

  package init(delayBits: Int) { self.delayBits = delayBits }
}

extension H264PictureTiming {
  /// Returns whether a picture's top field is shown before its bottom field; `nil` for a picture that does not state
  /// that its fields belong to different times.
  ///
  /// - Parameter sample: NAL units, each after its length, of a stream that may hold fields.
  package func showsTopFirst(_ sample: UnsafeRawBufferPointer, lengthSize: Int) -> Bool? {
    let messages = SupplementalMessages(sample, codec: .h264, lengthSize: lengthSize)
    return messages[Self.messageType].first.flatMap { try? readTopFirst($0) }
  }

  /// `ct_type` of pictures whose two fields were scanned at the same time (table D-2).
  private static let progressiveScan = 0

  /// Reads `pic_timing( )`, D.1.3.
  private func readTopFirst(_ message: ArraySlice<UInt8>) throws(MediaError) -> Bool? {
    var reader = BitReader(message, of: "the H.264 picture timing")
    try reader.skip(delayBits)
    let structure = try reader.int(4)
    if try reader.bit(), try reader.int(2) == Self.progressiveScan { return nil }
    // A picture that is coded as two fields has a message for each of them (table D-1).
    switch structure {
    case 1, 3: return true
    case 2, 4: return false
    default: return nil
    }
  }
}
