/// The NAL units of a sample that go into a movie, and the parameter sets that were found in the sample.
///
/// The initializer makes one pass over the sample. The second pass, `writeLengthPrefixed`, copies the units into memory
/// of exactly `lengthPrefixedSize` bytes. Both passes must see the same bytes.
package struct NALUnitSelection: Sendable {
  /// The units that are left out of the sample.
  package struct Dropping: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Parameter sets. Samples of 'avc1' and 'hvc1' hold none: the configuration record has them (ISO/IEC 14496-15,
    /// 5.4.2 and 8.4.1).
    package static let parameterSets = Dropping(rawValue: 1)
    /// Access unit delimiters, which the file's own sample table makes superfluous.
    package static let delimiters = Dropping(rawValue: 2)
    /// Filler data, which ISO/IEC 14496-15 4.2.3 forbids in samples.
    package static let filler = Dropping(rawValue: 4)
  }

  /// The ranges of the kept units in the sample's bytes, in order.
  package private(set) var kept: [Range<Int>] = []
  /// Every parameter set of the sample as a whole NAL unit, in order, dropped or not.
  package private(set) var parameterSets: [[UInt8]] = []
  /// The size of the kept units in bytes, each with a length of 4 bytes.
  package private(set) var lengthPrefixedSize = 0

  /// - Parameters:
  ///   - units: ranges of `bytes` that are not empty: `AnnexBUnits` or `LengthPrefixedUnits`.
  ///   - bytes: one sample, shorter than 4 GiB.
  package init(
    _ units: some Sequence<Range<Int>>, of bytes: UnsafeRawBufferPointer, codec: NALCodec, dropping: Dropping = []
  ) {
    for unit in units {
      let header = bytes[unit.lowerBound]
      let isParameterSet = codec.isParameterSet(header: header)
      if isParameterSet { parameterSets.append(Array(bytes[unit])) }
      let isDropped =
        isParameterSet && dropping.contains(.parameterSets)
        || dropping.contains(.delimiters) && codec.isDelimiter(header: header)
        || dropping.contains(.filler) && codec.isFiller(header: header)
      if isDropped { continue }
      kept.append(unit)
      lengthPrefixedSize += lengthSize + unit.count
    }
  }

  /// Writes the kept units of `bytes`, each after its 4-byte length, to the first `lengthPrefixedSize` bytes of
  /// `output`.
  package func writeLengthPrefixed(from bytes: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) {
    write(from: bytes, to: output) { UInt32(truncatingIfNeeded: $0.count) }
  }

  /// Writes the kept units of `bytes`, each after a start code of 4 bytes (H.264 and H.265, annex B), to the first
  /// `lengthPrefixedSize` bytes of `output`.
  package func writeByteStream(from bytes: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer) {
    write(from: bytes, to: output) { _ in 1 }
  }

  private func write(
    from bytes: UnsafeRawBufferPointer, to output: UnsafeMutableRawBufferPointer, prefix: (Range<Int>) -> UInt32
  ) {
    precondition(output.count >= lengthPrefixedSize, "the output is smaller than the selection")
    var position = 0
    for unit in kept {
      output.storeBytes(of: prefix(unit).bigEndian, toByteOffset: position, as: UInt32.self)
      position += lengthSize
      output[position..<position + unit.count].copyBytes(from: bytes[unit])
      position += unit.count
    }
  }
}

/// The size of the lengths that this project writes: 4 bytes, which every reader supports and no unit exceeds.
private let lengthSize = 4
