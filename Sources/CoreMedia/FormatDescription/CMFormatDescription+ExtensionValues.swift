public import CoreGraphics

// Two values are equal if their property lists are.
extension CMFormatDescription.Extensions.Value: Hashable, @unchecked Sendable {
  // Sendable: property lists of extensions are not changed.

  private var object: NSObject? { propertyListRepresentation as? NSObject }

  public static func == (one: Self, other: Self) -> Bool {
    one.propertyListRepresentation === other.propertyListRepresentation || one.object?.isEqual(other.object) == true
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(object?.hash) }
}

extension CMFormatDescription.Extensions.Value {
  /// A text.
  public static func string(_ string: String) -> Self { Self(NSString(string: string)) }

  /// A text.
  public static func string(_ string: CFString) -> Self { Self(string) }

  /// Bytes.
  public static func data(_ data: CFData) -> Self { Self(data) }

  /// A whole number.
  public static func number<Number: BinaryInteger>(_ number: Number) -> Self {
    Self(Int64(exactly: number).map { NSNumber(value: $0) } ?? NSNumber(value: UInt64(clamping: number)))
  }

  /// A number with a fraction.
  public static func number<Number: BinaryFloatingPoint>(_ number: Number) -> Self {
    Self(NSNumber(value: Double(number)))
  }

  /// The maker of the encoder, as a code of four characters.
  public static func vendor(_ vendor: String) -> Self { .string(vendor) }

  /// The shape of a pixel, for `.pixelAspectRatio`.
  public static func pixelAspectRatio<Horizontal: BinaryInteger, Vertical: BinaryInteger>(
    horizontalSpacing: Horizontal, verticalSpacing: Vertical
  ) -> Self {
    Self(
      NSDictionary(dictionary: [
        kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing: NSNumber(value: Int64(horizontalSpacing)),
        kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing: NSNumber(value: Int64(verticalSpacing)),
      ]))
  }

  /// The part of the picture that is to be shown, in pixels, for `.cleanAperture`.
  ///
  /// It is given by its size and by the offset of its centre to the right of and below the picture's centre. The label
  /// `horizontalOffet` is Apple's.
  public static func cleanAperture<
    Width: BinaryInteger, Height: BinaryInteger, Horizontal: BinaryInteger, Vertical: BinaryInteger
  >(width: Width, height: Height, horizontalOffet: Horizontal, verticalOffset: Vertical) -> Self {
    Self(
      NSDictionary(dictionary: [
        kCMFormatDescriptionKey_CleanApertureWidth: NSNumber(value: Int64(width)),
        kCMFormatDescriptionKey_CleanApertureHeight: NSNumber(value: Int64(height)),
        kCMFormatDescriptionKey_CleanApertureHorizontalOffset: NSNumber(value: Int64(horizontalOffet)),
        kCMFormatDescriptionKey_CleanApertureVerticalOffset: NSNumber(value: Int64(verticalOffset)),
      ]))
  }

  /// The primaries of the colours, for `.colorPrimaries`.
  public static func colorPrimaries(_ primaries: ColorPrimaries) -> Self { Self(primaries.rawValue) }

  /// The transfer function, for `.transferFunction`.
  public static func transferFunction(_ function: TransferFunction) -> Self { Self(function.rawValue) }

  /// The matrix between RGB and luma with two colour differences, for `.yCbCrMatrix`.
  public static func yCbCrMatrix(_ matrix: YCbCrMatrix) -> Self { Self(matrix.rawValue) }

  /// The position of the chroma samples, for `.chromaLocationTopField` and `.chromaLocationBottomField`.
  public static func chromaLocation(_ location: ChromaLocation) -> Self { Self(location.rawValue) }

  /// The order of two fields, for `.fieldDetail`.
  public static func fieldDetail(_ detail: FieldDetail) -> Self { Self(detail.rawValue) }

  /// The way colours were multiplied with alpha, for `.alphaChannelMode`.
  public static func alphaChannelMode(_ mode: AlphaChannelMode) -> Self { Self(mode.rawValue) }
}

extension CMFormatDescription.Extensions.Value {
  /// The primaries of the colours.
  public struct ColorPrimaries: RawRepresentable, Hashable, @unchecked Sendable {
    // Sendable: a string that never changes; so are those below.

    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let dci_P3 = Self(rawValue: kCMFormatDescriptionColorPrimaries_DCI_P3)
    public static let ebu_3213 = Self(rawValue: kCMFormatDescriptionColorPrimaries_EBU_3213)
    public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_2020)
    public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionColorPrimaries_ITU_R_709_2)
    public static let p22 = Self(rawValue: kCMFormatDescriptionColorPrimaries_P22)
    public static let p3_D65 = Self(rawValue: kCMFormatDescriptionColorPrimaries_P3_D65)
    public static let smpte_C = Self(rawValue: kCMFormatDescriptionColorPrimaries_SMPTE_C)
  }

  /// The function from light to the numbers that are stored.
  public struct TransferFunction: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2020)
    public static let itu_R_2100_HLG = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG)
    public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionTransferFunction_ITU_R_709_2)
    public static let linear = Self(rawValue: kCMFormatDescriptionTransferFunction_Linear)
    public static let sRGB = Self(rawValue: kCMFormatDescriptionTransferFunction_sRGB)
    public static let smpte_240M_1995 = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_240M_1995)
    public static let smpte_ST_2084_PQ = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ)
    public static let smpte_ST_428_1 = Self(rawValue: kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1)
    /// A power whose exponent is the extension `.gammaLevel`.
    public static let useGamma = Self(rawValue: kCMFormatDescriptionTransferFunction_UseGamma)
  }

  /// The matrix between RGB and luma with two colour differences.
  public struct YCbCrMatrix: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let itu_R_2020 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_2020)
    public static let itu_R_601_4 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4)
    public static let itu_R_709_2 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2)
    /// The name is Apple's.
    public static let smpted_240M_1995 = Self(rawValue: kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995)
  }

  /// The position of the chroma samples among the luma samples.
  public struct ChromaLocation: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let bottom = Self(rawValue: kCMFormatDescriptionChromaLocation_Bottom)
    public static let bottomLeft = Self(rawValue: kCMFormatDescriptionChromaLocation_BottomLeft)
    public static let center = Self(rawValue: kCMFormatDescriptionChromaLocation_Center)
    public static let dv420 = Self(rawValue: kCMFormatDescriptionChromaLocation_DV420)
    public static let left = Self(rawValue: kCMFormatDescriptionChromaLocation_Left)
    public static let top = Self(rawValue: kCMFormatDescriptionChromaLocation_Top)
    public static let topLeft = Self(rawValue: kCMFormatDescriptionChromaLocation_TopLeft)
  }

  /// The order of two fields in a picture and in time.
  public struct FieldDetail: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let spatialFirstLineEarly = Self(rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly)
    public static let spatialFirstLineLate = Self(rawValue: kCMFormatDescriptionFieldDetail_SpatialFirstLineLate)
    public static let temporalBottomFirst = Self(rawValue: kCMFormatDescriptionFieldDetail_TemporalBottomFirst)
    public static let temporalTopFirst = Self(rawValue: kCMFormatDescriptionFieldDetail_TemporalTopFirst)
  }

  /// A value that says whether the colours of a picture with transparency were multiplied with its alpha.
  public struct AlphaChannelMode: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    public static let premultipliedAlpha = Self(rawValue: kCMFormatDescriptionAlphaChannelMode_PremultipliedAlpha)
    public static let straightAlpha = Self(rawValue: kCMFormatDescriptionAlphaChannelMode_StraightAlpha)
  }
}
