/// The properties of a picture apart from its samples: the two ends of a conversion.
package struct PictureFormat: Sendable, Hashable {
  package var format: PixelFormat
  package var width: Int
  package var height: Int
  package var color: ColorDescription

  package init(format: PixelFormat, width: Int, height: Int, color: ColorDescription = .init()) {
    self.format = format
    self.width = width
    self.height = height
    self.color = color
  }

  /// Makes the format of a picture.
  package init(_ picture: Picture) {
    self.init(format: picture.format, width: picture.width, height: picture.height, color: picture.color)
  }
}

extension PictureFormat {
  /// The same with planes where the libraries do not know the format.
  package var unpacked: PictureFormat {
    var unpacked = self
    unpacked.format = format.libraryFormat
    return unpacked
  }

  /// The greatest number of rows of pictures that are taken for standard definition: PAL's.
  static let standardDefinitionRows = 576

  /// H.273's numbers for the guesses below.
  package static let matrixOfRGB: UInt8 = 0
  static let matrixOf709: UInt8 = 1
  static let matrixOf470BG: UInt8 = 5
  package static let matrixOf601: UInt8 = 6
  package static let unspecified = ColorDescription.unspecified
  static let chromaAtLeft: UInt8 = 0

  /// The matrix to calculate with: where none is stated, BT.601 for standard definition and BT.709 above, as players
  /// do.
  package var matrix: UInt8 {
    if format.isRGB { return Self.matrixOfRGB }
    // 0 means RGB and 3 is reserved: with luma and chroma both are mistakes.
    if [Self.matrixOfRGB, Self.unspecified, 3].contains(color.matrix) {
      return height <= Self.standardDefinitionRows ? Self.matrixOf601 : Self.matrixOf709
    }
    return color.matrix
  }

  /// A Boolean value that says whether luma and chroma are by BT.601's matrix, which BT.470BG (5) has too.
  package var hasMatrixOf601: Bool { [Self.matrixOf601, Self.matrixOf470BG].contains(matrix) }

  /// A Boolean value that says whether the range is full. Where nothing is stated, RGB is full and YUV is video range.
  package var isFullRange: Bool { format.isRGB || format.normalized.isFullRange || color.isFullRange == true }

  /// The location of chroma samples. Where nothing is stated, it is at the left, as in MPEG-2 and all since.
  package var chromaLocation: UInt8 { color.chromaLocation ?? Self.chromaAtLeft }

  /// Returns this format as the destination of pictures of `source`: properties that it leaves open are the source's.
  func completed(from source: PictureFormat) -> PictureFormat {
    var completed = self
    if color.primaries == Self.unspecified { completed.color.primaries = source.color.primaries }
    if color.transfer == Self.unspecified { completed.color.transfer = source.color.transfer }
    if format.isRGB {
      completed.color.matrix = Self.matrixOfRGB
      completed.color.isFullRange = true
      completed.color.chromaLocation = nil
      return completed
    }
    if color.matrix == Self.unspecified, !source.format.isRGB { completed.color.matrix = source.matrix }
    if color.isFullRange == nil { completed.color.isFullRange = source.format.isRGB ? false : source.isFullRange }
    if color.chromaLocation == nil { completed.color.chromaLocation = source.color.chromaLocation }
    return completed
  }
}
