/// A range of bytes in a file.
public struct AVSampleCursorStorageRange: Sendable {
  /// The place of the first byte in the file.
  public var offset: Int64
  /// The number of bytes.
  public var length: Int64

  /// A range without bytes, at the start of the file.
  public init() {
    self.init(offset: 0, length: 0)
  }

  public init(offset: Int64, length: Int64) {
    self.offset = offset
    self.length = length
  }
}
