package import MediaSupport

/// The OBUs of a temporal unit or sample (AV1 "low-overhead bitstream format", 5.2).
package enum AV1OBUs {
  /// Returns all OBUs of `bytes`, in order.
  ///
  /// - Throws: `damagedMedia` when a header is cut, a forbidden bit is set, or a size goes beyond the bytes.
  package static func all(in bytes: [UInt8]) throws(MediaError) -> [AV1OBU] {
    var units: [AV1OBU] = []
    var start = 0
    while start < bytes.count {
      var reader = BitReader(bytes[start...], of: "the AV1 OBU header")
      guard try !reader.bit() else { throw reader.invalid("obu_forbidden_bit") }
      let kind = AV1OBU.Kind(rawValue: try reader.uint8(4))
      let hasExtension = try reader.bit()
      let hasSize = try reader.bit()
      try reader.skip(hasExtension ? 9 : 1)
      let size = hasSize ? try reader.leb128() : reader.bitsLeft / 8
      let payload = start + reader.position / 8
      guard size <= bytes.count - payload else { throw reader.invalid("obu_size") }
      let end = payload + size
      units.append(AV1OBU(kind: kind, range: start..<end, payload: payload..<end, hasSize: hasSize))
      start = end
    }
    return units
  }

  /// Returns a temporal unit as an mp4 sample holds it: without temporal delimiters, padding and tile lists
  /// (AV1-ISOBMFF 2.4 forbids or discourages them).
  package static func sample(of temporalUnit: [UInt8]) throws(MediaError) -> [UInt8] {
    let dropped: Set<AV1OBU.Kind> = [.temporalDelimiter, .padding, .tileList]
    let units = try all(in: temporalUnit)
    guard units.contains(where: { dropped.contains($0.kind) }) else { return temporalUnit }
    var sample: [UInt8] = []
    sample.reserveCapacity(temporalUnit.count)
    for unit in units where !dropped.contains(unit.kind) { sample += temporalUnit[unit.range] }
    return sample
  }
}
