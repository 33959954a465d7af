import Foundation

/// The bytes that keep start codes out of a NAL unit (H.264 7.4.1, HEVC 7.4.2).
package enum EmulationPrevention {
  /// Returns a NAL unit's raw byte sequence payload: its bytes without the `03` of each `00 00 03`.
  package static func removed(from unit: some Collection<UInt8>) -> [UInt8] {
    unit.withContiguousStorageIfAvailable(removed) ?? Array(unit).withUnsafeBufferPointer(removed)
  }

  private static func removed(from unit: UnsafeBufferPointer<UInt8>) -> [UInt8] {
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

  /// Returns a raw byte sequence payload as a NAL unit has it: with `03` after two zeros where a byte up to 3 follows,
  /// and after zeros at the end.
  package static func added(to payload: [UInt8]) -> [UInt8] {
    var unit: [UInt8] = []
    unit.reserveCapacity(payload.count)
    var zeros = 0
    for byte in payload {
      if zeros >= 2 && byte <= 3 {
        unit.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      unit.append(byte)
    }
    if zeros > 0 { unit.append(3) }
    return unit
  }

  /// Returns whether a NAL unit holds `00 00 00` or `00 00 02`, which are forbidden: the unit is damaged, for example
  /// by a hole.
  ///
  /// Zeros at the end do not count, since they may lie between two units of a byte stream. Start codes do not count
  /// either: some encoders put several units with their start codes into one.
  package static func isBroken(in unit: UnsafeRawBufferPointer) -> Bool {
    guard let base = unit.baseAddress else { return false }
    var end = unit.count
    while end > 0, unit[end - 1] == 0 { end -= 1 }
    var place = 0
    while end - place >= 3, let zero = memchr(base + place, 0, end - place - 2) {
      let first = UnsafeRawPointer(zero) - base
      place = first
      while unit[place] == 0 { place += 1 }
      let count = place - first
      if count > 2, unit[place] != 1 { return true }
      if count == 2, unit[place] == 2 { return true }
    }
    return false
  }
}
