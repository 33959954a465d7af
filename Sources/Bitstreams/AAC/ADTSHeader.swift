package import MediaSupport

/// The header of an ADTS frame (ISO/IEC 14496-3, 1.A.3.2).
package struct ADTSHeader: Hashable, Sendable {
  /// The frame's type: ADTS has Main, LC, SSR and LTP.
  package var objectType: AudioSpecificConfig.ObjectType
  /// The core's rate, in hertz.
  package var sampleRate: Int
  package var channelConfiguration: UInt8
  /// The header's size in bytes: 7, or 9 with a checksum.
  package var headerSize: Int
  /// The size of header and payload, in bytes.
  package var frameSize: Int
  /// The number of AAC frames in this ADTS frame, 1 to 4. Only ADTS frames that hold one AAC frame can be a movie's
  /// samples.
  package var rawBlocks: Int

  /// Parses the header at the start of `frame`.
  package init(frame: [UInt8]) throws(MediaError) {
    var reader = BitReader(frame, of: "the ADTS header")
    guard try reader.int(12) == 0xfff else { throw reader.invalid("syncword") }
    try reader.skip(1)  // ID
    guard try reader.int(2) == 0 else { throw reader.invalid("layer") }
    let hasNoChecksum = try reader.bit()
    objectType = AudioSpecificConfig.ObjectType(rawValue: 1 + (try reader.uint8(2)))
    let rateIndex = try reader.int(4)
    guard rateIndex < AudioSpecificConfig.sampleRates.count else {
      throw reader.invalid("sampling_frequency_index")
    }
    sampleRate = AudioSpecificConfig.sampleRates[rateIndex]
    try reader.skip(1)  // private_bit
    channelConfiguration = try reader.uint8(3)
    try reader.skip(4)  // original_copy, home, two copyright bits
    frameSize = try reader.int(13)
    try reader.skip(11)  // adts_buffer_fullness
    rawBlocks = 1 + (try reader.int(2))
    headerSize = hasNoChecksum ? 7 : 9
    guard frameSize >= headerSize else { throw reader.invalid("aac_frame_length") }
  }

  /// The number of bytes of a header without a checksum.
  package static let size = 7

  /// Returns the size of the frame that begins with some bytes, in bytes. It is `nil` for bytes that are no header. It
  /// allocates nothing: it is for bytes among which headers are searched.
  package static func frameSize(header bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= size, bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0 else { return nil }
    guard Int(bytes[2] >> 2 & 15) < AudioSpecificConfig.sampleRates.count else { return nil }
    let frameSize = Int(bytes[3] & 3) << 11 | Int(bytes[4]) << 3 | Int(bytes[5] >> 5)
    return frameSize >= (bytes[1] & 1 == 1 ? size : size + 2) ? frameSize : nil
  }

  /// Returns the core's rate in the header that some bytes begin with, in hertz. It is `nil` for bytes that are no
  /// header.
  package static func sampleRate(header bytes: UnsafeRawBufferPointer) -> Int? {
    frameSize(header: bytes).map { _ in AudioSpecificConfig.sampleRates[Int(bytes[2] >> 2 & 15)] }
  }

  /// Returns the configuration of the stream that `frame`, with its header, belongs to.
  ///
  /// A channel configuration of 0 means that a program config element describes the channels. It must be the first
  /// element of the frame.
  package func audioSpecificConfig(frame: [UInt8]) throws(MediaError) -> AudioSpecificConfig {
    var programConfig: AACProgramConfig?
    if channelConfiguration == 0 {
      var reader = BitReader(frame.dropFirst(headerSize), of: "the AAC program config element")
      guard try reader.int(3) == Self.programConfigElement else { throw reader.invalid("the first element") }
      programConfig = try AACProgramConfig(readingFrom: &reader)
    }
    return try AudioSpecificConfig(
      objectType: objectType, sampleRate: sampleRate, channelConfiguration: channelConfiguration,
      programConfig: programConfig)
  }

  /// `id_syn_ele` of a program config element (table 4.85).
  private static let programConfigElement = 5
}
