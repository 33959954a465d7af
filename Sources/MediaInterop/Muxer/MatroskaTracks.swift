internal import CFFmpeg

/// The elements of a Matroska file's tracks that libavformat does not write itself. It writes others of the same size
/// instead, which are changed afterwards.
enum MatroskaTracks {
  private static let (segmentNumber, tracksNumber): (UInt32, UInt32) = (0x1853_8067, 0x1654_AE6B)
  private static let (trackNumber, checksumNumber): (UInt32, UInt32) = (0xAE, 0xBF)

  /// Changes the tracks in a file's first bytes.
  ///
  /// - Parameter bytes: all bytes before the packets.
  static func revise(_ bytes: inout [UInt8]) {
    for segment in elements(in: 0..<bytes.count, of: bytes) where segment.identifier == segmentNumber {
      for tracks in elements(in: segment.contents, of: bytes) where tracks.identifier == tracksNumber {
        revise(tracks, in: &bytes)
      }
    }
  }

  private static func revise(_ tracks: Element, in bytes: inout [UInt8]) {
    let children = elements(in: tracks.contents, of: bytes)
    for track in children where track.identifier == trackNumber {
      FlatProjection.flatten(track, in: &bytes)
      TrackLanguage.separate(track, in: &bytes)
    }
    guard let checksum = children.first, checksum.identifier == checksumNumber, checksum.contents.count == 4 else {
      return
    }
    let sum = crc(of: bytes[checksum.contents.upperBound..<tracks.contents.upperBound])
    for (place, index) in checksum.contents.enumerated() {
      bytes[index] = UInt8(truncatingIfNeeded: sum >> (8 * place))
    }
  }

  /// Returns the checksum of EBML (RFC 8794, 11.3.1).
  private static func crc(of bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), .max, $0.baseAddress, $0.count) ^ .max }
  }

  /// An element and its position.
  struct Element {
    var identifier: UInt32
    var start: Int
    var contents: Range<Int>
  }

  /// Returns consecutive elements, up to one whose size is unknown or beyond the end; that element is limited to the
  /// range.
  static func elements(in range: Range<Int>, of bytes: [UInt8]) -> [Element] {
    var found: [Element] = []
    var position = range.lowerBound
    while let identifier = number(at: position, in: range, of: bytes, keepsMarker: true),
      let size = number(at: position + identifier.length, in: range, of: bytes, keepsMarker: false)
    {
      let begin = position + identifier.length + size.length
      let rest = UInt64(range.upperBound - begin)
      let end = begin + Int(min(size.value, rest))
      found.append(
        Element(identifier: UInt32(truncatingIfNeeded: identifier.value), start: position, contents: begin..<end))
      position = end
    }
    return found
  }

  /// Returns a number of variable length (RFC 8794, 4); `nil` at the end, and for invalid bytes.
  private static func number(
    at position: Int, in range: Range<Int>, of bytes: [UInt8], keepsMarker: Bool
  ) -> (value: UInt64, length: Int)? {
    guard range.contains(position) else { return nil }
    let length = bytes[position].leadingZeroBitCount + 1
    guard length <= 8, position + length <= range.upperBound else { return nil }
    let value = bytes[position..<position + length].reduce(0) { $0 << 8 | UInt64($1) }
    return (keepsMarker ? value : value & (1 << UInt64(7 * length) - 1), length)
  }
}
