public import CoreGraphics
internal import Foundation

/// The strings that stand for the code points of ITU-T H.273.
///
/// A code point without a string of its own gets a numbered one, as on Apple's platforms: `TransferFunction#4`.
package struct ColorCodePoints: @unchecked Sendable {
  // Sendable: Core Foundation's strings do not change, but the compiler does not know.
  /// H.273's "unspecified", which has no string.
  package static let unspecified: Int32 = 2

  private let strings: [CFString?]
  private let codePoints: [String: Int32]

  /// - Parameter named: the strings; where several code points share one, the string means the last of them.
  private init(prefix: String, named: [(codePoint: Int32, string: CFString)]) {
    var strings = (0...255).map { $0 == Int(Self.unspecified) ? nil : "\(prefix)#\($0)" as NSString }
    var codePoints: [String: Int32] = [:]
    for (index, string) in strings.enumerated() {
      if let string { codePoints[string as String] = Int32(index) }
    }
    for (codePoint, string) in named {
      strings[Int(codePoint)] = string
      codePoints[string as String] = codePoint
    }
    self.strings = strings
    self.codePoints = codePoints
  }

  /// Returns the string of a code point, or `nil` if it is unspecified or does not fit in eight bits.
  package func string(_ codePoint: Int32) -> CFString? {
    strings.indices.contains(Int(codePoint)) ? strings[Int(codePoint)] : nil
  }

  /// Returns the code point of a string; `unspecified` for a string that is absent or unknown.
  package func codePoint(_ string: CFString?) -> Int32 {
    string.flatMap { codePoints[$0 as String] } ?? Self.unspecified
  }

  /// The colour primaries of H.273 table 2.
  package static let primaries = ColorCodePoints(
    prefix: "ColorPrimaries",
    named: [
      (1, kCVImageBufferColorPrimaries_ITU_R_709_2), (5, kCVImageBufferColorPrimaries_EBU_3213),
      (6, kCVImageBufferColorPrimaries_SMPTE_C), (9, kCVImageBufferColorPrimaries_ITU_R_2020),
      (11, kCVImageBufferColorPrimaries_DCI_P3), (12, kCVImageBufferColorPrimaries_P3_D65),
      (22, kCVImageBufferColorPrimaries_P22),
    ])

  /// The transfer functions of H.273 table 3. BT.601's curve (6) is BT.709's; 12-bit BT.2020 (15) is 10-bit BT.2020
  /// (14).
  package static let transferFunctions = ColorCodePoints(
    prefix: "TransferFunction",
    named: [
      (6, kCVImageBufferTransferFunction_ITU_R_709_2), (1, kCVImageBufferTransferFunction_ITU_R_709_2),
      (7, kCVImageBufferTransferFunction_SMPTE_240M_1995), (8, kCVImageBufferTransferFunction_Linear),
      (13, kCVImageBufferTransferFunction_sRGB), (15, kCVImageBufferTransferFunction_ITU_R_2020),
      (14, kCVImageBufferTransferFunction_ITU_R_2020), (16, kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ),
      (17, kCVImageBufferTransferFunction_SMPTE_ST_428_1), (18, kCVImageBufferTransferFunction_ITU_R_2100_HLG),
    ])

  /// The matrix coefficients of H.273 table 4. BT.470BG (5) has BT.601's coefficients.
  package static let matrices = ColorCodePoints(
    prefix: "YCbCrMatrix",
    named: [
      (1, kCVImageBufferYCbCrMatrix_ITU_R_709_2), (5, kCVImageBufferYCbCrMatrix_ITU_R_601_4),
      (6, kCVImageBufferYCbCrMatrix_ITU_R_601_4), (7, kCVImageBufferYCbCrMatrix_SMPTE_240M_1995),
      (9, kCVImageBufferYCbCrMatrix_ITU_R_2020),
    ])
}

/// Returns the code point of H.273 for a string; 2 (unspecified) where there is none.
public func CVColorPrimariesGetIntegerCodePointForString(_ colorPrimariesString: CFString?) -> Int32 {
  ColorCodePoints.primaries.codePoint(colorPrimariesString)
}

/// Returns the string for a code point of H.273, or `nil` if it is unspecified.
public func CVColorPrimariesGetStringForIntegerCodePoint(_ colorPrimariesCodePoint: Int32) -> Unmanaged<CFString>? {
  ColorCodePoints.primaries.string(colorPrimariesCodePoint).map(Unmanaged.passUnretained)
}

/// Returns the code point of H.273 for a string; 2 (unspecified) where there is none.
public func CVTransferFunctionGetIntegerCodePointForString(_ transferFunctionString: CFString?) -> Int32 {
  ColorCodePoints.transferFunctions.codePoint(transferFunctionString)
}

/// Returns the string for a code point of H.273, or `nil` if it is unspecified.
public func CVTransferFunctionGetStringForIntegerCodePoint(
  _ transferFunctionCodePoint: Int32
) -> Unmanaged<CFString>? {
  ColorCodePoints.transferFunctions.string(transferFunctionCodePoint).map(Unmanaged.passUnretained)
}

/// Returns the code point of H.273 for a string; 2 (unspecified) where there is none.
public func CVYCbCrMatrixGetIntegerCodePointForString(_ yCbCrMatrixString: CFString?) -> Int32 {
  ColorCodePoints.matrices.codePoint(yCbCrMatrixString)
}

/// Returns the string for a code point of H.273, or `nil` if it is unspecified.
public func CVYCbCrMatrixGetStringForIntegerCodePoint(_ yCbCrMatrixCodePoint: Int32) -> Unmanaged<CFString>? {
  ColorCodePoints.matrices.string(yCbCrMatrixCodePoint).map(Unmanaged.passUnretained)
}
