import MediaInterop

extension CodecParameters {
  /// Makes players drop at least so many samples at the start of Opus (RFC 7845, 5.1): a copy can have more in front of
  /// what is heard than the encoder's delay.
  mutating func raisePreSkip(to count: Int) {
    let field = 10
    guard codec == .opus, count > initialPadding, extradata.count > field + 1, let preSkip = UInt16(exactly: count)
    else { return }
    extradata[field] = UInt8(truncatingIfNeeded: preSkip)
    extradata[field + 1] = UInt8(truncatingIfNeeded: preSkip >> 8)
    initialPadding = count
  }
}
