package import MediaSupport

/// `DTSSpecificBox`, the payload of a `ddts` box (ETSI TS 102 114, annex E), as far as the depth of samples depends on it.
package struct DTSConfiguration: Hashable, Sendable {
  /// `pcmSampleDepth`: the number of bits of a decoded sample.
  package var sampleDepth: UInt8
  /// `StreamConstruction`: the number of the combination of substreams; 0 is a combination without a number.
  package var construction: UInt8

  /// A Boolean value that says whether sound may be coded without loss: by the extension XLL.
  package var mayBeLossless: Bool { [0, 14, 15, 16, 17, 21].contains(construction) }

  /// Parses the payload of a `ddts` box.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the ddts record")
    try reader.skip(96)  // DTSSamplingFrequency, maxBitrate, avgBitrate
    sampleDepth = try reader.uint8()
    try reader.skip(2)  // FrameDuration
    construction = try reader.uint8(5)
  }
}
