extension ByteReader {
  /// Reads a time scale: ticks per second, at least one.
  mutating func timeScale() throws -> Int32 {
    let start = self
    let value = try u32()
    guard value > 0, let scale = Int32(exactly: value) else { throw start.damaged("a time scale of \(value)") }
    return scale
  }

  /// Reads a duration in ticks: 32 bits, or 64 in a box of version 1; `nil` if all bits are ones, which means that it
  /// is unknown.
  mutating func duration(wide: Bool) throws -> Int64? {
    if wide {
      let value = try u64()
      return value == .max ? nil : Int64(clamping: value)
    }
    let value = try u32()
    return value == .max ? nil : Int64(value)
  }

  /// Reads a date in seconds since 1904-01-01 UTC: 32 bits, or 64 in a box of version 1.
  mutating func date(wide: Bool) throws -> UInt64 { wide ? try u64() : UInt64(try u32()) }
}
