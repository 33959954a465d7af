import CoreGraphics
internal import Foundation

/// The strings that stand for the chroma sample location types of ITU-T H.273.
package enum ChromaLocations {
  // Unsafe: strings that never change; CFString is only not declared Sendable.
  /// The strings by the type.
  nonisolated(unsafe) private static let strings: [CFString] = [
    kCVImageBufferChromaLocation_Left, kCVImageBufferChromaLocation_Center, kCVImageBufferChromaLocation_TopLeft,
    kCVImageBufferChromaLocation_Top, kCVImageBufferChromaLocation_BottomLeft, kCVImageBufferChromaLocation_Bottom,
  ]

  /// Returns the string of a type; `nil` beyond 5.
  package static func string(_ codePoint: UInt8) -> CFString? {
    strings.indices.contains(Int(codePoint)) ? strings[Int(codePoint)] : nil
  }

  /// Returns the type of a string, or `nil` for another text.
  package static func codePoint(_ string: CFString?) -> UInt8? { strings.firstIndex { $0 == string }.map { UInt8($0) } }
}
