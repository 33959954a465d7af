/// Block buffers made from Swift arrays.
extension CMBlockBuffer {
  /// The array's bytes, in memory of the buffer's own.
  package convenience init(copying bytes: [UInt8]) throws {
    try self.init(length: bytes.count, flags: .assureMemoryNow)
    try bytes.withUnsafeBytes { try replaceDataBytes(with: $0) }
  }
}
