/// The NAL units of a sample as movie files store it (ISO/IEC 14496-15, 4.3.3), each after its length.
///
/// Iteration gives ranges of the sample's bytes and ends at the first length that goes beyond the sample; empty units
/// are left out. The memory must outlive the iteration.
package struct LengthPrefixedUnits: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private let lengthSize: Int
  private var position = 0
  /// A Boolean value that says whether a length was found that is longer than the rest of the sample. The value is
  /// final when iteration has ended.
  package private(set) var isBroken = false
  /// A Boolean value that says whether an empty unit was left out. The value is final when iteration has ended.
  package private(set) var hasEmptyUnits = false

  /// - Parameter lengthSize: 1 to 4, from the codec configuration record.
  package init(_ bytes: UnsafeRawBufferPointer, lengthSize: Int) {
    precondition((1...4).contains(lengthSize), "a NAL unit's length has 1 to 4 bytes")
    self.bytes = bytes
    self.lengthSize = lengthSize
  }

  package mutating func next() -> Range<Int>? {
    while bytes.count - position >= lengthSize {
      let length = bytes[position..<position + lengthSize].reduce(0) { $0 << 8 | Int($1) }
      let start = position + lengthSize
      isBroken = length > bytes.count - start
      if isBroken { return nil }
      position = start + length
      if length > 0 { return start..<position }
      hasEmptyUnits = true
    }
    return nil
  }
}
