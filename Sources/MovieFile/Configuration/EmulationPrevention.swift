/// Removal of emulation prevention bytes: from a NAL unit's bytes to its raw byte sequence payload.
package enum EmulationPrevention {
  /// The payload without the `03` of each `00 00 03` (H.264 7.4.1, HEVC 7.4.2).
  package static func removed(from unit: some Collection<UInt8>) -> [UInt8] {
    var payload: [UInt8] = []
    payload.reserveCapacity(unit.count)
    var zeros = 0
    for byte in unit {
      if zeros >= 2 && byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      payload.append(byte)
    }
    return payload
  }
}
