public import Foundation
public import FoundationSupplement

/// The kind of a colour space: the meaning of its components.
public enum CGColorSpaceModel: Int32, Sendable {
  case unknown = -1
  case monochrome = 0
  case rgb = 1
  case cmyk = 2
  case lab = 3
  case deviceN = 4
  case indexed = 5
  case pattern = 6
  case XYZ = 7
}

/// The meaning of an image's components: its primaries and its transfer function.
///
/// The spaces are those in which video comes, by the code points of ITU-T H.273. There are no colour profiles, and none
/// is applied. Any thread.
public final class CGColorSpace: Sendable, Hashable {
  /// The name of the space, one of this class's constants. It is `nil` for a space that has none.
  nonisolated(unsafe) public let name: CFString?  // NSString is only not declared Sendable.

  /// The kind of the space.
  public let model: CGColorSpaceModel

  /// The primaries by H.273. 2 means that they are not stated.
  package let primaries: UInt8

  /// The transfer function by H.273. 2 means that it is not stated.
  package let transfer: UInt8

  private init(_ name: CFString?, _ model: CGColorSpaceModel, primaries: UInt8, transfer: UInt8) {
    (self.name, self.model, self.primaries, self.transfer) = (name, model, primaries, transfer)
  }

  /// The space of a name. It is `nil` for a name that is not one of this class's constants.
  public convenience init?(name: CFString) {
    guard let known = Self.named.first(where: { $0.name == name }) else { return nil }
    self.init(known.name, known.model, primaries: known.primaries, transfer: known.transfer)
  }

  /// The space of red, green and blue with code points of H.273. It has a name if one of the constants has the same
  /// code points.
  package convenience init(primaries: UInt8, transfer: UInt8) {
    let known = Self.named.first { $0.model == .rgb && $0.primaries == primaries && $0.transfer == transfer }
    self.init(known?.name, .rgb, primaries: primaries, transfer: transfer)
  }

  /// The space of a device of red, green and blue, whose primaries are not stated.
  static let deviceRGB = CGColorSpace(nil, .rgb, primaries: 2, transfer: 2)

  /// The space of a device of grey.
  static let deviceGray = CGColorSpace(nil, .monochrome, primaries: 2, transfer: 2)

  /// The number of components of a pixel, without alpha.
  public var numberOfComponents: Int {
    switch model {
    case .monochrome: 1
    case .cmyk: 4
    default: 3
    }
  }

  /// Returns whether two spaces mean the same.
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
    lhs.name == rhs.name && lhs.model == rhs.model && lhs.primaries == rhs.primaries && lhs.transfer == rhs.transfer
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(model)
    hasher.combine(primaries)
    hasher.combine(transfer)
  }
}

extension CGColorSpace {
  // Constant strings: they never change, and NSString is only not declared Sendable.

  /// The space of screens and of the web (IEC 61966-2-1).
  nonisolated(unsafe) public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// The primaries of DCI P3 with the white and the transfer function of sRGB.
  nonisolated(unsafe) public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// High-definition video (ITU-R BT.709).
  nonisolated(unsafe) public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// Ultra-high-definition video (ITU-R BT.2020).
  nonisolated(unsafe) public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
  /// Video of high dynamic range with the perceptual quantiser (ITU-R BT.2100).
  nonisolated(unsafe) public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
  /// Video of high dynamic range with hybrid log-gamma (ITU-R BT.2100).
  nonisolated(unsafe) public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
  /// Grey with an exponent of 2.2.
  nonisolated(unsafe) public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

  /// The spaces with names, by the code points of H.273.
  fileprivate static let named: [CGColorSpace] = [
    CGColorSpace(sRGB, .rgb, primaries: 1, transfer: 13),
    CGColorSpace(displayP3, .rgb, primaries: 12, transfer: 13),
    CGColorSpace(itur_709, .rgb, primaries: 1, transfer: 1),
    CGColorSpace(itur_2020, .rgb, primaries: 9, transfer: 14),
    CGColorSpace(itur_2100_PQ, .rgb, primaries: 9, transfer: 16),
    CGColorSpace(itur_2100_HLG, .rgb, primaries: 9, transfer: 18),
    CGColorSpace(genericGrayGamma2_2, .monochrome, primaries: 1, transfer: 4),
  ]
}

/// Returns the space of a device of red, green and blue, whose primaries are not stated.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// Returns the space of a device of grey.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// Returns whether a space has one of the transfer functions of ITU-R BT.2100, those of high dynamic range.
public func CGColorSpaceUsesITUR_2100TF(_ space: CGColorSpace) -> Bool { [16, 18].contains(space.transfer) }
