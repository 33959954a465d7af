/// Functions that check a FLAC frame against its checksum, and that find the frames among bytes that may be damaged.
package enum FLACFrame {
  /// Returns whether a frame's bytes do not match the checksum at the end of the frame (RFC 9639, 9.3), so that the
  /// bytes were changed after they were written.
  package static func isBroken(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // The checksum of a frame including its own checksum is zero.
    bytes.reduce(UInt16(0)) { sum, byte in sum << 8 ^ table[Int(UInt8(sum >> 8) ^ byte)] } != 0
  }

  /// Returns the frames in bytes that begin with a frame, each with its header and its range of bytes.
  ///
  /// A frame ends where the next header begins whose checksum is right and that has the same number of bits per sample
  /// as the first frame, and a number that is at most `mostMissing` frames too large. The result is empty if the bytes
  /// begin with a damaged header.
  package static func frames(in bytes: UnsafeRawBufferPointer) -> [(header: FLACFrameHeader, range: Range<Int>)] {
    guard let first = FLACFrameHeader(bytes) else { return [] }
    var starts = [(header: first, place: 0)]
    for place in bytes.indices.dropFirst().dropLast(shortestFrame) {
      // These bits are the same in all headers of a stream. The comparison rejects most positions cheaply.
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
  /// The number of frames that may be missing between two frames that were found.
  private static let mostMissing: UInt64 = 64

  /// Returns whether the frame's number is greater than another frame's, by at most `mostMissing` frames too much.
  fileprivate func follows(_ other: FLACFrameHeader) -> Bool {
    let step = countsSamples ? UInt64(other.sampleCount) : 1
    return number >= other.number + step && number <= other.number + step * (1 + Self.mostMissing)
  }
}
