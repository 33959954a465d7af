import CoreVideo
import MediaEngine

extension VideoOutputSettings {
  /// Returns the colours of `AVVideoColorPropertiesKey`: primaries, transfer function and matrix, all three.
  static func color(_ settings: inout SettingsDictionary) throws -> VideoSettings.Color? {
    guard var properties = try settings.dictionary(AVVideoColorPropertiesKey) else { return nil }
    let primaries = try codePoint(&properties, AVVideoColorPrimariesKey, CVColorPrimariesGetIntegerCodePointForString)
    let transfer = try codePoint(
      &properties, AVVideoTransferFunctionKey, CVTransferFunctionGetIntegerCodePointForString)
    let matrix = try codePoint(&properties, AVVideoYCbCrMatrixKey, CVYCbCrMatrixGetIntegerCodePointForString)
    try properties.finish(AVVideoColorPropertiesKey)
    return VideoSettings.Color(primaries: primaries, transfer: transfer, matrix: matrix)
  }

  /// H.273's code point for "unspecified", which Core Video returns for an unknown string.
  private static let unspecified: Int32 = 2

  private static func codePoint(
    _ properties: inout SettingsDictionary, _ key: String, _ codePoint: (CFString?) -> Int32
  ) throws -> UInt8 {
    guard let name = try properties.string(key) else {
      throw SettingsProblem.misuse("\(AVVideoColorPropertiesKey) must contain \(key)")
    }
    let number = codePoint(NSString(string: name))
    guard number != unspecified, let code = UInt8(exactly: number) else {
      throw SettingsProblem.unsupported("unknown value '\(name)' of \(key)")
    }
    return code
  }
}
