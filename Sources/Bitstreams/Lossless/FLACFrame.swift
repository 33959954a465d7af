/// The check of a FLAC frame against its own checksum, and the search for frames among bytes of which some are broken.
package enum FLACFrame {
  /// Returns whether a frame's bytes were changed since they were written: they do not match the checksum at the end of
  /// the frame (RFC 9639, 9.3).
  package static func isBroken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // The sum over a frame and its own checksum is zero.
    bytes.reduce(UInt16(0)) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] } != 0
  }

  /// Returns the frames in bytes that begin with one, each with its header and its place.
  ///
  /// A frame ends where the header of the next one begins: one with a right checksum, a sample size as the first one's,
  /// and a number that follows soon. There are none where the bytes begin with a broken header.
  package static func frames(in bytes: UnsafeRawBufferPointer) -> [(header: FLACFrameHeader, range: Range<Int>)] {
    guard let first = FLACFrameHeader(bytes) else { return [] }
    var starts = [(header: first, place: 0)]
    for place in bytes.indices.dropFirst().dropLast(shortestFrame) {
      // Most bytes begin no header.
      guard bytes[place] == 0xFF, bytes[place + 1] == bytes[1], bytes[place + 3] & 0xE == bytes[3] & 0xE,
        let header = FLACFrameHeader(UnsafeRawBufferPointer(rebasing: bytes[place...])),
        let last = starts.last?.header, header.follows(last)
      else { continue }
      starts.append((header, place))
    }
    return starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1].place : bytes.count
      return (starts[index].header, starts[index].place..<end)
    }
  }

  /// The length of the shortest header, in bytes.
  private static let shortestFrame = 6

  /// The table of the polynomial x¹⁶ + x¹⁵ + x² + 1.
  private static let table: [UInt16] = (0..<256).map { value in
    (0..<8).reduce(UInt16(value) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x8005 }
  }
}

extension FLACFrameHeader {
  /// The number of frames that may be missing between two.
  private static let mostMissing: UInt64 = 64

  /// Returns whether the frame comes soon after another one.
  fileprivate func follows(_ other: FLACFrameHeader) -> Bool {
    let step = countsSamples ? UInt64(other.sampleCount) : 1
    return number >= other.number + step && number <= other.number + step * (1 + Self.mostMissing)
  }
}
