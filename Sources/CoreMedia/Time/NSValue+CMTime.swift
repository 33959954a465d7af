public import Foundation

extension NSValue {
  /// Creates a value that holds a time.
  public convenience init(time: CMTime) { self.init(holding: time) }

  /// Creates a value that holds a range.
  public convenience init(timeRange: CMTimeRange) { self.init(holding: timeRange) }

  /// Creates a value that holds a mapping.
  public convenience init(timeMapping: CMTimeMapping) { self.init(holding: timeMapping) }

  /// The time that this value holds; invalid where it holds anything else.
  public var timeValue: CMTime { contents(or: .invalid) }

  /// The range that this value holds; invalid where it holds anything else.
  public var timeRangeValue: CMTimeRange { contents(or: .invalid) }

  /// The mapping that this value holds; invalid where it holds anything else.
  public var timeMappingValue: CMTimeMapping { contents(or: .invalid) }

  /// Linux's NSValue cannot encode structures, so that these are arrays of bytes to it; their sizes tell them apart.
  private static func encoding<Contents: BitwiseCopyable>(of _: Contents.Type) -> String {
    "[\(MemoryLayout<Contents>.size)C]"
  }

  private convenience init<Contents: BitwiseCopyable>(holding contents: Contents) {
    var contents = contents
    self.init(bytes: &contents, objCType: NSValue.encoding(of: Contents.self))
  }

  private func contents<Contents: BitwiseCopyable>(or fallback: Contents) -> Contents {
    guard String(cString: objCType) == NSValue.encoding(of: Contents.self) else { return fallback }
    var contents = fallback
    getValue(&contents)
    return contents
  }
}
