internal import CFFmpeg
import MediaSupport

/// Matroska's way to state that flat pictures are turned when they are shown: a rectangular projection with an angle
/// (RFC 9559, 5.1.4.1.28.41 to 45).
///
/// libavformat 59 reads that, and writes projections onto spheres alone. So it is told of pictures on a sphere with
/// that angle, and the projection that it has written is made rectangular: the number of the kind changes, and the
/// element of the sphere alone becomes void. No size changes.
enum FlatProjection {
  /// One degree in libavformat's fixed point.
  private static let degree: Int32 = 1 << 16

  /// Returns the mapping that libavformat is told: a turn counter-clockwise, behind one of 180 degrees about the
  /// vertical axis where the picture is mirrored.
  static func libraryValue(of turn: PictureTurn) -> AVSphericalMapping {
    var value = AVSphericalMapping()
    value.projection = AV_SPHERICAL_EQUIRECTANGULAR
    value.yaw = turn.isMirrored ? 180 * degree : 0
    let degrees: Int32 = -90 * Int32(turn.quarters)
    value.roll = (degrees < -180 ? degrees + 360 : degrees) * degree
    return value
  }

  /// Makes the projections in a file's first bytes rectangular.
  ///
  /// - Parameter bytes: all bytes in front of the packets.
  static func flatten(_ bytes: inout [UInt8]) {
    for segment in elements(in: 0..<bytes.count, of: bytes) where segment.identifier == segmentNumber {
      for tracks in elements(in: segment.contents, of: bytes) where tracks.identifier == tracksNumber {
        flatten(tracks, in: &bytes)
      }
    }
  }

  private static let (segmentNumber, tracksNumber): (UInt32, UInt32) = (0x1853_8067, 0x1654_AE6B)
  private static let (trackNumber, videoNumber, projectionNumber): (UInt32, UInt32, UInt32) = (0xAE, 0xE0, 0x7670)
  private static let (kindNumber, sphereNumber): (UInt32, UInt32) = (0x7671, 0x7672)
  private static let (voidNumber, checksumNumber): (UInt32, UInt32) = (0xEC, 0xBF)
  private static let rectangular: UInt8 = 0

  private static func flatten(_ tracks: Element, in bytes: inout [UInt8]) {
    let children = elements(in: tracks.contents, of: bytes)
    for track in children where track.identifier == trackNumber {
      for video in elements(in: track.contents, of: bytes) where video.identifier == videoNumber {
        for projection in elements(in: video.contents, of: bytes) where projection.identifier == projectionNumber {
          for element in elements(in: projection.contents, of: bytes) {
            if element.identifier == kindNumber {
              bytes[element.contents.upperBound - 1] = rectangular
            } else if element.identifier == sphereNumber {
              makeVoid(element, in: &bytes)
            }
          }
        }
      }
    }
    guard let checksum = children.first, checksum.identifier == checksumNumber, checksum.contents.count == 4 else {
      return
    }
    let sum = crc(of: bytes[checksum.contents.upperBound..<tracks.contents.upperBound])
    for (place, index) in checksum.contents.enumerated() {
      bytes[index] = UInt8(truncatingIfNeeded: sum >> (8 * place))
    }
  }

  /// Makes an element void, with the same number of bytes.
  private static func makeVoid(_ element: Element, in bytes: inout [UInt8]) {
    let size = element.contents.upperBound - element.start
    // The void element's number takes one byte, and its size one while it is small.
    guard (2..<129).contains(size) else { return }
    bytes[element.start] = UInt8(voidNumber)
    bytes[element.start + 1] = 0x80 | UInt8(size - 2)
    for index in element.start + 2..<element.contents.upperBound { bytes[index] = 0 }
  }

  /// Returns the checksum of EBML (RFC 8794, 11.3.1).
  private static func crc(of bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { av_crc(av_crc_get_table(AV_CRC_32_IEEE_LE), .max, $0.baseAddress, $0.count) ^ .max }
  }

  /// An element and its place.
  private struct Element {
    var identifier: UInt32
    var start: Int
    var contents: Range<Int>
  }

  /// Returns the elements that lie one behind the other, up to one whose size is beyond the end or unknown, which ends
  /// there.
  private static func elements(in range: Range<Int>, of bytes: [UInt8]) -> [Element] {
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

  /// Returns a number of variable length (RFC 8794, 4); `nil` at the end, and for bytes that are none.
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
