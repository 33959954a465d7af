/// Bytes of a file.
public struct AVSampleCursorStorageRange: Sendable {
  /// The first byte.
  public var offset: Int64
  /// How many.
  public var length: Int64

  /// All false and zero.
  public init() {
    self.init(offset: 0, length: 0)
  }

  public init(offset: Int64, length: Int64) {
    self.offset = offset
    self.length = length
  }
}
