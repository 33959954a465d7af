package import MediaSupport

/// `OpusSpecificBox`, the payload of a `dOps` box ("Encapsulation of Opus in ISO Base Media File Format", 4.3.2), and
/// `OpusHead` of Ogg and Matroska (RFC 7845, 5.1), which has the same fields in little-endian order.
package struct OpusConfiguration: Hashable, Sendable {
  /// The mapping of streams to channels, for mapping families other than 0.
  package struct Mapping: Hashable, Sendable {
    package var streams: UInt8
    package var coupledStreams: UInt8
    /// For each output channel, the index of the decoded channel that it plays; 255 is silence. Families 2 and 3
    /// (ambisonics, RFC 8486) may have a matrix here instead.
    package var channels: [UInt8]
  }

  package var channels: UInt8
  /// The number of samples at 48 kHz to discard at the start.
  package var preSkip: UInt16
  /// The rate of the encoder's input in hertz, for information only; 0 is unknown.
  package var inputSampleRate: UInt32
  /// The gain in decibels, in Q7.8 fixed point.
  package var outputGain: Int16
  /// The mapping family: 0 mono or stereo; 1 up to 8 channels in Vorbis order; 255 discrete.
  package var mappingFamily: UInt8
  /// The channel mapping; `nil` for family 0.
  package var mapping: Mapping?

  /// Parses the payload of a `dOps` box.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the dOps record")
    guard try reader.uint8() == 0 else { throw reader.invalid("Version") }
    channels = try reader.uint8()
    preSkip = try reader.uint16()
    inputSampleRate = try reader.uint32()
    outputGain = Int16(bitPattern: try reader.uint16())
    mappingFamily = try reader.uint8()
    try readMapping(from: &reader)
  }

  /// Parses the identification header of an Ogg or Matroska stream.
  package init(opusHead: [UInt8]) throws(MediaError) {
    var reader = BitReader(opusHead, of: "the OpusHead")
    guard try reader.bytes(8) == Self.signature else { throw reader.invalid("the signature") }
    // Versions with the same upper four bits are compatible (RFC 7845, 5.1).
    guard try reader.uint8() & 0xf0 == 0 else { throw reader.invalid("the version") }
    channels = try reader.uint8()
    preSkip = try reader.uint16().byteSwapped
    inputSampleRate = try reader.uint32().byteSwapped
    outputGain = Int16(bitPattern: try reader.uint16().byteSwapped)
    mappingFamily = try reader.uint8()
    try readMapping(from: &reader)
  }

  /// Returns the payload of the `dOps` box.
  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(0, 8)
    writer.bits(channels, 8)
    writer.bits(preSkip, 16)
    writer.bits(inputSampleRate, 32)
    writer.bits(outputGain, 16)
    return writer.bytes + mappingBytes
  }

  /// Returns the identification header of Ogg and Matroska.
  package func opusHead() -> [UInt8] {
    var writer = BitWriter()
    writer.append(Self.signature)
    writer.bits(1, 8)
    writer.bits(channels, 8)
    writer.bits(preSkip.byteSwapped, 16)
    writer.bits(inputSampleRate.byteSwapped, 32)
    writer.bits(outputGain.byteSwapped, 16)
    return writer.bytes + mappingBytes
  }

  private static let signature = Array("OpusHead".utf8)

  private mutating func readMapping(from reader: inout BitReader) throws(MediaError) {
    guard channels > 0 else { throw reader.invalid("the channel count") }
    guard mappingFamily != 0 else {
      guard channels <= 2 else { throw reader.invalid("the channel count") }
      return
    }
    let streams = try reader.uint8()
    let coupled = try reader.uint8()
    guard streams > 0, coupled <= streams else { throw reader.invalid("the stream counts") }
    let table = reader.remainingBytes()
    // Family 3 has a matrix of any size. Other families have one byte for each channel.
    if mappingFamily != 3 && table.count < Int(channels) { throw reader.invalid("the channel mapping") }
    let mapped = mappingFamily == 3 ? table : Array(table.prefix(Int(channels)))
    mapping = Mapping(streams: streams, coupledStreams: coupled, channels: mapped)
  }

  private var mappingBytes: [UInt8] {
    guard let mapping else { return [mappingFamily] }
    return [mappingFamily, mapping.streams, mapping.coupledStreams] + mapping.channels
  }
}
