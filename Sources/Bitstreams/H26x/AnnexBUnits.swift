import Foundation

/// The NAL units of a byte stream with start codes (annex B of H.264 and HEVC), in order, as ranges of its bytes.
///
/// Start codes and the zero bytes around units belong to none of them. Empty units are left out, and so are the bytes
/// before the first start code. The memory must outlive the iteration.
package struct AnnexBUnits: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  /// The index after the last start code that was found.
  private var position: Int

  package init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    position = Self.endOfStartCode(in: bytes, from: 0) ?? bytes.count
  }

  package mutating func next() -> Range<Int>? {
    while position < bytes.count {
      let start = position
      let following = Self.endOfStartCode(in: bytes, from: start)
      position = following ?? bytes.count
      // A unit ends in a byte other than zero (7.4.1), so zeros before a start code are `trailing_zero_8bits`.
      var end = following.map { $0 - startCodeSize } ?? bytes.count
      while end > start, bytes[end - 1] == 0 { end -= 1 }
      if end > start { return start..<end }
    }
    return nil
  }

  /// Returns whether the bytes start with at least two zeros and a one, as a byte stream does, and not with a length.
  ///
  /// A sample with 4-byte lengths whose first unit has one byte starts the same way; no such unit comes first in
  /// practice.
  package static func beginsWithStartCode(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.firstIndex(where: { $0 != 0 }) else { return false }
    return first >= 2 && bytes[first] == 1
  }

  /// Returns the index after the first `00 00 01` at or after `start`; `nil` where there is none.
  ///
  /// The search looks for the byte 1 with `memchr`: it is rare in entropy-coded data, and `memchr` runs at memory
  /// speed.
  private static func endOfStartCode(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var candidate = start + startCodeSize - 1
    while candidate < bytes.count {
      guard let found = memchr(base + candidate, 1, bytes.count - candidate) else { return nil }
      let index = UnsafeRawPointer(found) - base
      if bytes[index - 1] == 0 && bytes[index - 2] == 0 { return index + 1 }
      candidate = index + 1
    }
    return nil
  }
}

/// The size of `00 00 01`, `start_code_prefix_one_3bytes`.
private let startCodeSize = 3
