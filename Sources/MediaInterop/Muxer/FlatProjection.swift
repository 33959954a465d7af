internal import CFFmpeg
import MediaSupport

/// Matroska's way to state that flat pictures are turned when they are shown: a rectangular projection with an angle
/// (RFC 9559, 5.1.4.1.28.41 to 45).
///
/// libavformat 59 reads such projections, but writes only projections onto spheres. So the stream is described as
/// pictures on a sphere with that angle, and the written projection is then made rectangular: the number of the kind is
/// changed, and the element that only spheres have becomes void. No size changes.
enum FlatProjection {
  /// One degree in libavformat's fixed point.
  private static let degree: Int32 = 1 << 16

  /// Returns the mapping that is passed to libavformat: a turn counter-clockwise, preceded by one of 180 degrees about
  /// the vertical axis if the picture is mirrored.
  static func libraryValue(of turn: PictureTurn) -> AVSphericalMapping {
    var value = AVSphericalMapping()
    value.projection = AV_SPHERICAL_EQUIRECTANGULAR
    value.yaw = turn.isMirrored ? 180 * degree : 0
    let degrees: Int32 = -90 * Int32(turn.quarters)
    value.roll = (degrees < -180 ? degrees + 360 : degrees) * degree
    return value
  }

  private static let (videoNumber, projectionNumber): (UInt32, UInt32) = (0xE0, 0x7670)
  private static let (kindNumber, sphereNumber): (UInt32, UInt32) = (0x7671, 0x7672)
  private static let voidNumber: UInt8 = 0xEC
  private static let rectangular: UInt8 = 0

  /// Makes the projections of a track rectangular.
  static func flatten(_ track: MatroskaTracks.Element, in bytes: inout [UInt8]) {
    for video in MatroskaTracks.elements(in: track.contents, of: bytes) where video.identifier == videoNumber {
      for projection in MatroskaTracks.elements(in: video.contents, of: bytes)
      where projection.identifier == projectionNumber {
        for element in MatroskaTracks.elements(in: projection.contents, of: bytes) {
          if element.identifier == kindNumber {
            bytes[element.contents.upperBound - 1] = rectangular
          } else if element.identifier == sphereNumber {
            makeVoid(element, in: &bytes)
          }
        }
      }
    }
  }

  /// Makes an element void, with the same number of bytes.
  private static func makeVoid(_ element: MatroskaTracks.Element, in bytes: inout [UInt8]) {
    let size = element.contents.upperBound - element.start
    // A void element has an identifier of one byte, and for a small size also a size of one byte.
    guard (2..<129).contains(size) else { return }
    bytes[element.start] = voidNumber
    bytes[element.start + 1] = 0x80 | UInt8(size - 2)
    for index in element.start + 2..<element.contents.upperBound { bytes[index] = 0 }
  }
}
