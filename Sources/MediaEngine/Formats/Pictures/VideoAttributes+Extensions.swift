package import CoreMedia
import CoreGraphics
import CoreVideo
import FoundationSupplement
import MovieFile

/// A format description's extensions.
extension VideoAttributes {
  package var extensions: CMFormatDescription.Extensions {
    var result = CMFormatDescription.Extensions()
    if let color {
      result.setColor(
        primaries: Int32(color.primaries), transfer: Int32(color.transfer), matrix: Int32(color.matrix))
    }
    if let isFullRange { result.setFullRange(isFullRange) }
    result[kCMFormatDescriptionExtension_ICCProfile] = data(iccProfile)
    if let chromaLocation { result.setChromaLocation(chromaLocation) }
    if let ratio = pixelAspectRatio, ratio.horizontal > 0, ratio.vertical > 0 {
      result.setPixelAspect(horizontal: ratio.horizontal, vertical: ratio.vertical)
    }
    result[kCMFormatDescriptionExtension_CleanAperture] = cleanAperture.map(Self.dictionary)
    if let fieldCount, fieldCount > 0 {
      result[kCMFormatDescriptionExtension_FieldCount] = NSNumber(value: fieldCount)
      if fieldCount == 2 {
        result[kCMFormatDescriptionExtension_FieldDetail] = fieldDetail.flatMap { Self.fieldDetails[$0] }
      }
    }
    result[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] = data(masteringDisplay)
    result[kCMFormatDescriptionExtension_ContentLightLevelInfo] = data(contentLightLevel)
    if let depth { result[kCMFormatDescriptionExtension_Depth] = NSNumber(value: depth) }
    if let bitsPerComponent { result.setBitsPerComponent(bitsPerComponent) }
    if !compressorName.isEmpty { result[kCMFormatDescriptionExtension_FormatName] = compressorName as NSString }
    result.setAtoms(atoms)
    for atom in atoms { result.setUsage(atom) }
    return result
  }

  package init(_ extensions: CMFormatDescription.Extensions) {
    readColor(extensions)
    pixelAspectRatio = extensions.statedPixelAspect.map { horizontal, vertical in
      PixelSpacing(
        horizontal: UInt32(clamping: horizontal.int64Value), vertical: UInt32(clamping: vertical.int64Value))
    }
    cleanAperture = (extensions[kCMFormatDescriptionExtension_CleanAperture] as? NSDictionary).flatMap(Self.aperture)
    fieldCount = Self.number(extensions[kCMFormatDescriptionExtension_FieldCount])?.uint8Value
    let detail = extensions[kCMFormatDescriptionExtension_FieldDetail] as? NSString
    fieldDetail = Self.fieldDetails.first { $0.value == detail }?.key
    if let fieldCount, fieldCount > 0, fieldDetail == nil { fieldDetail = 0 }
    masteringDisplay = Self.bytes(extensions[kCMFormatDescriptionExtension_MasteringDisplayColorVolume], count: 24)
    contentLightLevel = Self.bytes(extensions[kCMFormatDescriptionExtension_ContentLightLevelInfo], count: 4)
    depth = Self.number(extensions[kCMFormatDescriptionExtension_Depth])?.uint16Value
    bitsPerComponent = Self.number(extensions[kCMFormatDescriptionExtension_BitsPerComponent])?.uint8Value
    compressorName = extensions[kCMFormatDescriptionExtension_FormatName] as? String ?? ""
    atoms = extensions.atoms
  }

  private mutating func readColor(_ extensions: CMFormatDescription.Extensions) {
    func codePoint(_ points: ColorCodePoints, _ key: CFString) -> UInt16 {
      UInt16(clamping: points.codePoint(extensions[key] as? NSString))
    }
    let stated = Color(
      primaries: codePoint(.primaries, kCMFormatDescriptionExtension_ColorPrimaries),
      transfer: codePoint(.transferFunctions, kCMFormatDescriptionExtension_TransferFunction),
      matrix: codePoint(.matrices, kCMFormatDescriptionExtension_YCbCrMatrix))
    if !stated.isUnspecified { color = stated }
    isFullRange = Self.number(extensions[kCMFormatDescriptionExtension_FullRangeVideo])?.boolValue
    iccProfile = Self.bytes(extensions[kCMFormatDescriptionExtension_ICCProfile])
    let location = extensions[kCMFormatDescriptionExtension_ChromaLocationTopField] as? NSString
    chromaLocation = ChromaLocations.codePoint(location)
  }

  // MARK: Values

  // Unsafe: strings that never change; CFString is only not declared Sendable.
  /// The names of field orders, by QuickTime's number in `fiel`.
  nonisolated(unsafe) private static let fieldDetails: [UInt8: CFString] = [
    1: kCMFormatDescriptionFieldDetail_TemporalTopFirst, 6: kCMFormatDescriptionFieldDetail_TemporalBottomFirst,
    9: kCMFormatDescriptionFieldDetail_SpatialFirstLineEarly, 14: kCMFormatDescriptionFieldDetail_SpatialFirstLineLate,
  ]

  private func data(_ bytes: [UInt8]?) -> NSData? { bytes.map { Data($0) as NSData } }

  private static func bytes(_ value: CFPropertyList?, count: Int? = nil) -> [UInt8]? {
    guard let data = Data(bytesOf: value), count == nil || data.count == count else { return nil }
    return [UInt8](data)
  }

  private static func number(_ value: Any?) -> NSNumber? {
    (value as? NSNumber) ?? (value as? CGFloat).map { NSNumber(value: Double($0)) }
  }

  private static func dictionary(_ aperture: CleanAperture) -> NSDictionary {
    let result = NSMutableDictionary()
    func store(_ fraction: CleanAperture.Fraction, _ key: CFString, _ rationalKey: CFString) {
      result[key] = NSNumber(value: fraction.value)
      result[rationalKey] = NSArray(array: [
        NSNumber(value: fraction.numerator), NSNumber(value: fraction.denominator),
      ])
    }
    for (path, key, rationalKey) in apertureKeys { store(aperture[keyPath: path], key, rationalKey) }
    return result
  }

  private static func aperture(_ dictionary: NSDictionary) -> CleanAperture? {
    let zero = CleanAperture.Fraction(0)
    var result = CleanAperture(width: zero, height: zero, horizontalOffset: zero, verticalOffset: zero)
    for (path, key, rationalKey) in apertureKeys {
      if let pair = dictionary[rationalKey] as? [Any], pair.count == 2, let upper = number(pair[0]),
        let lower = number(pair[1]), lower.int64Value > 0
      {
        result[keyPath: path] = .init(Int32(clamping: upper.int64Value), UInt32(clamping: lower.int64Value))
      } else if let value = number(dictionary[key])?.doubleValue {
        result[keyPath: path] = fraction(value)
      }
    }
    return result.width.numerator > 0 && result.height.numerator > 0 ? result : nil
  }

  /// Returns a value as a fraction. Whole numbers and halves are exact; others are rounded to a thousandth of a pixel,
  /// which nobody sees.
  private static func fraction(_ value: Double) -> CleanAperture.Fraction {
    let denominator: UInt32 = value == value.rounded() ? 1 : value * 2 == (value * 2).rounded() ? 2 : 1000
    let scaled = (value * Double(denominator)).rounded()
    return .init(Int32(exactly: scaled) ?? (scaled < 0 ? .min : .max), denominator)
  }

  // Unsafe: key paths and strings that never change.
  nonisolated(unsafe) private static let apertureKeys:
    [(WritableKeyPath<CleanAperture, CleanAperture.Fraction>, CFString, CFString)] = [
      (\.width, kCMFormatDescriptionKey_CleanApertureWidth, kCMFormatDescriptionKey_CleanApertureWidthRational),
      (\.height, kCMFormatDescriptionKey_CleanApertureHeight, kCMFormatDescriptionKey_CleanApertureHeightRational),
      (
        \.horizontalOffset, kCMFormatDescriptionKey_CleanApertureHorizontalOffset,
        kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational
      ),
      (
        \.verticalOffset, kCMFormatDescriptionKey_CleanApertureVerticalOffset,
        kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational
      ),
    ]
}
