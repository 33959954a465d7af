/// Block buffers made from Swift arrays.
extension CMBlockBuffer {
  /// Creates a buffer with a copy of the array's bytes.
  package convenience init(copying bytes: [UInt8]) throws {
    try self.init(length: bytes.count, flags: .assureMemoryNow)
    try bytes.withUnsafeBytes { try replaceDataBytes(with: $0) }
  }
}
