package import MediaSupport

/// `AC3SpecificBox`, the payload of a `dac3` box (ETSI TS 102 366, F.4).
package struct AC3Configuration: Hashable, Sendable {
  /// `fscod`: 0 is 48 kHz, 1 44.1 kHz, 2 32 kHz.
  package var rateCode: UInt8
  package var bitstreamIdentification: UInt8
  package var bitstreamMode: UInt8
  package var audioCodingMode: UInt8
  package var hasLowFrequency: Bool
  /// `bit_rate_code`, an index of bit rates from 32 to 640 kbit/s.
  package var bitRateCode: UInt8

  package var channels: Int {
    AC3SyncFrame.channels(audioCodingMode: audioCodingMode, hasLowFrequency: hasLowFrequency)
  }

  /// Builds the record from a sample.
  ///
  /// - Throws: `damagedMedia` when it is not AC-3 (E-AC-3 has a different record).
  package init(sample: [UInt8]) throws(MediaError) {
    let frame = try AC3SyncFrame(frame: sample[...])
    guard !frame.isEnhanced else {
      throw MediaError(.damagedMedia, .demuxing, "the AC-3 stream holds an E-AC-3 frame")
    }
    rateCode = frame.rateCode
    bitstreamIdentification = frame.bitstreamIdentification
    bitstreamMode = frame.bitstreamMode
    audioCodingMode = frame.audioCodingMode
    hasLowFrequency = frame.hasLowFrequency
    bitRateCode = frame.bitRateCode
  }

  /// Parses the payload of a `dac3` box.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the dac3 record")
    rateCode = try reader.uint8(2)
    bitstreamIdentification = try reader.uint8(5)
    bitstreamMode = try reader.uint8(3)
    audioCodingMode = try reader.uint8(3)
    hasLowFrequency = try reader.bit()
    bitRateCode = try reader.uint8(5)
    try reader.skip(5)
  }

  /// Returns the payload of the `dac3` box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(rateCode, 2)
    writer.bits(bitstreamIdentification, 5)
    writer.bits(bitstreamMode, 3)
    writer.bits(audioCodingMode, 3)
    writer.bit(hasLowFrequency)
    writer.bits(bitRateCode, 5)
    writer.bits(0, 5)
    return writer.bytes
  }
}
