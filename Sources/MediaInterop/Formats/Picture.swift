/// The meaning of colours: code points of ITU-T H.273; 2 means unspecified.
package struct ColorDescription: Hashable, Sendable {
  package var primaries: UInt8 = 2
  package var transfer: UInt8 = 2
  package var matrix: UInt8 = 2
  /// A Boolean value that says whether samples have the full range; `nil` if the stream does not state it.
  package var isFullRange: Bool?
  /// H.273 chroma sample location type (0 left, 1 centre, 2 top-left, …); `nil` where unknown.
  package var chromaLocation: UInt8?

  package init(
    primaries: UInt8 = 2, transfer: UInt8 = 2, matrix: UInt8 = 2, isFullRange: Bool? = nil,
    chromaLocation: UInt8? = nil
  ) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
    self.chromaLocation = chromaLocation
  }

  /// Returns this description, with unspecified properties from another description of the same pictures.
  package func completed(by other: ColorDescription) -> ColorDescription {
    var color = self
    if primaries == Self.unspecified { color.primaries = other.primaries }
    if transfer == Self.unspecified { color.transfer = other.transfer }
    if matrix == Self.unspecified { color.matrix = other.matrix }
    color.isFullRange = isFullRange ?? other.isFullRange
    color.chromaLocation = chromaLocation ?? other.chromaLocation
    return color
  }
}

/// The order of the fields in a picture.
package enum FieldOrder: Sendable, Hashable {
  case progressive, topFirst, bottomFirst
}

/// A decoded picture's planes: borrowed memory that `owner` keeps alive.
///
/// `planes[i].base` is the first byte of the first row; a stride is in bytes and may be negative.
package struct Picture: @unchecked Sendable {
  // Sendable: the planes are written only before the picture is passed on.

  package struct Plane {
    package var base: UnsafeMutableRawPointer
    package var stride: Int
    package init(base: UnsafeMutableRawPointer, stride: Int) {
      self.base = base
      self.stride = stride
    }
  }

  package var format: PixelFormat
  package var width: Int
  package var height: Int
  package var planes: [Plane]
  package var color: ColorDescription
  package var fieldOrder: FieldOrder
  /// The registered messages (ITU-T T.35) for the encoded picture, each from its country code on.
  package var messages: [[UInt8]] = []
  package var owner: AnyObject?

  package init(
    format: PixelFormat, width: Int, height: Int, planes: [Plane], color: ColorDescription = .init(),
    fieldOrder: FieldOrder = .progressive, owner: AnyObject? = nil
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.planes = planes
    self.color = color
    self.fieldOrder = fieldOrder
    self.owner = owner
  }
}
