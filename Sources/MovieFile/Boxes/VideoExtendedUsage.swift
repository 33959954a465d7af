/// The recording and the presentation of pictures for one or two eyes: the box `vexu` of a sample entry (Apple, "Stereo
/// Video ISOBMFF Extensions" and "Spherical Video").
package struct VideoExtendedUsage: Hashable, Sendable {
  /// The eye whose view is shown if only one can be.
  package enum Eye: UInt8, Sendable {
    case left = 1
    case right = 2
  }

  package private(set) var hasLeftEye = false
  package private(set) var hasRightEye = false
  package private(set) var hasAdditionalViews = false
  package private(set) var heroEye: Eye?
  /// The distance of the two cameras, in micrometres.
  package private(set) var baseline: UInt32?
  /// The distance by which the eyes' pictures are moved towards each other, in ten-thousandths of their width.
  package private(set) var disparityAdjustment: Int32?
  /// The projection of the world onto the picture, such as `rect`.
  package private(set) var projection: FourCC?
  /// The arrangement of the views in one picture, such as `side`.
  package private(set) var packing: FourCC?

  /// - Throws: `MediaError(.damagedContainer)` for boxes that are cut.
  package init(parsing payload: [UInt8]) throws {
    try ByteReader(payload, boxType: "vexu").forEachBox { group in
      try group.contents.forEachBox { box in
        switch (group.type, box.type) {
        case ("eyes", "cams"), ("eyes", "cmfy"): try box.contents.forEachBox { try read($0) }
        default: try read(box)
        }
      }
    }
  }

  private mutating func read(_ box: Box) throws {
    var reader = box.contents
    switch box.type {
    case "stri":
      try reader.skip(Self.versionSize)
      let flags = try reader.u8()
      (hasLeftEye, hasRightEye, hasAdditionalViews) = (flags & 1 != 0, flags & 2 != 0, flags & 4 != 0)
    case "hero":
      try reader.skip(Self.versionSize)
      heroEye = Eye(rawValue: try reader.u8())
    case "blin":
      try reader.skip(Self.versionSize)
      baseline = try reader.u32()
    case "dadj":
      try reader.skip(Self.versionSize)
      disparityAdjustment = Int32(bitPattern: try reader.u32())
    case "prji":
      try reader.skip(Self.versionSize)
      projection = try reader.fourCC()
    case "pkin":
      try reader.skip(Self.versionSize)
      packing = try reader.fourCC()
    default: break
    }
  }

  /// The version and the flags in front of a box's fields.
  private static let versionSize = 4

  /// The horizontal field of view, in thousandths of a degree: the payload of `hfov`. It is `nil` for one that is cut.
  package static func fieldOfView(_ payload: [UInt8]) -> UInt32? {
    var reader = ByteReader(payload, boxType: "hfov")
    return try? reader.u32()
  }
}
