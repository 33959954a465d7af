package import MediaSupport

/// `ES_Descriptor`, the payload of an `esds` box with its version and flags (ISO/IEC 14496-14, 5.6; the descriptors
/// are those of ISO/IEC 14496-1, 7.2.6).
package struct ElementaryStreamDescriptor: Hashable, Sendable {
  /// `objectTypeIndication` (ISO/IEC 14496-1 table 5); MPEG-2 video's other profiles lie between 0x60 and 0x65.
  package struct ObjectType: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let mpeg4Visual = ObjectType(rawValue: 0x20)
    package static let aac = ObjectType(rawValue: 0x40)
    package static let mpeg2VideoSimple = ObjectType(rawValue: 0x60)
    package static let mpeg2VideoMain = ObjectType(rawValue: 0x61)
    package static let mpeg2Video422 = ObjectType(rawValue: 0x65)
    package static let mpeg2AAC = ObjectType(rawValue: 0x67)
    /// MPEG-2 audio (13818-3): MP3 at 24 kHz and below.
    package static let mpeg2Audio = ObjectType(rawValue: 0x69)
    package static let mpeg1Video = ObjectType(rawValue: 0x6a)
    /// MPEG-1 audio (11172-3): MP3 at 32 kHz and above.
    package static let mpeg1Audio = ObjectType(rawValue: 0x6b)
  }

  /// `streamType` (ISO/IEC 14496-1 table 6).
  package enum StreamType: UInt8, Sendable {
    case objectDescriptor = 1
    case clockReference, sceneDescription, visual, audio, mpeg7, propertyManagement, contentInformation, java
    case interaction, protectionTool
  }

  /// `ES_ID`. It is 0 in a file, where the track's identifier replaces it.
  package var identifier: UInt16 = 0
  package var objectType: ObjectType
  package var streamType: UInt8
  /// `bufferSizeDB`, in bytes, 24 bits; at least the size of the largest sample.
  package var bufferSize: UInt32
  /// The largest bit rate in any second, in bits per second; 0 if unknown.
  package var maximumBitRate: UInt32
  /// The bit rate of the whole stream, in bits per second; 0 when it varies or is unknown.
  package var averageBitRate: UInt32
  /// `AudioSpecificConfig`, MPEG-4 Visual's headers, or nothing.
  package var decoderSpecificInfo: [UInt8]

  package init(
    objectType: ObjectType, streamType: StreamType, bufferSize: UInt32 = 0, maximumBitRate: UInt32 = 0,
    averageBitRate: UInt32 = 0, decoderSpecificInfo: [UInt8] = []
  ) {
    self.objectType = objectType
    self.streamType = streamType.rawValue
    self.bufferSize = min(bufferSize, 0xff_ffff)
    self.maximumBitRate = maximumBitRate
    self.averageBitRate = averageBitRate
    self.decoderSpecificInfo = decoderSpecificInfo
  }

  /// Parses the payload of an `esds` box, which begins with its version and flags.
  package init(parsing payload: [UInt8]) throws(MediaError) {
    var reader = BitReader(payload, of: "the esds descriptor")
    try reader.skip(32)
    var stream = try Self.descriptor(from: &reader)
    guard stream.tag == Tag.stream else { throw reader.invalid("the first tag") }
    identifier = try stream.body.uint16()
    let dependsOnStream = try stream.body.bit()
    let hasAddress = try stream.body.bit()
    let hasClockReference = try stream.body.bit()
    try stream.body.skip(5)  // streamPriority
    if dependsOnStream { try stream.body.skip(16) }
    if hasAddress { _ = try stream.body.bytes(try stream.body.int(8)) }
    if hasClockReference { try stream.body.skip(16) }

    var decoder = try Self.descriptor(from: &stream.body)
    guard decoder.tag == Tag.decoder else { throw reader.invalid("the decoder's tag") }
    objectType = ObjectType(rawValue: try decoder.body.uint8())
    streamType = try decoder.body.uint8(6)
    try decoder.body.skip(2)  // upStream, reserved
    bufferSize = try decoder.body.uint32(24)
    maximumBitRate = try decoder.body.uint32()
    averageBitRate = try decoder.body.uint32()
    decoderSpecificInfo = []
    while decoder.body.bitsLeft >= 16 {
      var part = try Self.descriptor(from: &decoder.body)
      if part.tag == Tag.decoderSpecific {
        decoderSpecificInfo = part.body.remainingBytes()
        break
      }
    }
  }

  /// Returns the payload of the `esds` box, with version 0 and flags.
  package func serialized() -> [UInt8] {
    var decoder = BitWriter()
    decoder.bits(objectType.rawValue, 8)
    decoder.bits(streamType, 6)
    decoder.bits(0b01, 2)  // upStream, reserved
    decoder.bits(bufferSize, 24)
    decoder.bits(maximumBitRate, 32)
    decoder.bits(averageBitRate, 32)
    if !decoderSpecificInfo.isEmpty { decoder.append(Self.descriptor(Tag.decoderSpecific, decoderSpecificInfo)) }

    var stream = BitWriter()
    stream.bits(identifier, 16)
    stream.bits(0, 8)  // no dependence, address or clock reference; priority 0
    stream.append(Self.descriptor(Tag.decoder, decoder.bytes))
    // SLConfigDescriptor: predefined 2 is "use of SL in MP4 files" (14496-14, 3.1.3).
    stream.append(Self.descriptor(Tag.synchronization, [2]))
    return [0, 0, 0, 0] + Self.descriptor(Tag.stream, stream.bytes)
  }

  /// Class tags (ISO/IEC 14496-1 table 1).
  private enum Tag {
    static let stream: UInt8 = 3
    static let decoder: UInt8 = 4
    static let decoderSpecific: UInt8 = 5
    static let synchronization: UInt8 = 6
  }

  /// Reads a descriptor's tag and body; the reader moves to the end of the descriptor.
  ///
  /// A body that goes beyond the enclosing descriptor is cut at that descriptor's end, because old writers made the
  /// sizes of enclosing descriptors too small.
  private static func descriptor(from reader: inout BitReader) throws(MediaError) -> (tag: UInt8, body: BitReader) {
    let tag = try reader.uint8()
    var size = 0
    // expandable classes (8.3.3): 7 bits a byte, at most 4 bytes.
    for index in 0..<4 {
      let byte = try reader.int(8)
      size = size << 7 | byte & 0x7f
      if byte & 0x80 == 0 { break }
      if index == 3 { throw reader.invalid("a descriptor's size") }
    }
    let body = try reader.bytes(min(size, reader.bitsLeft / 8))
    return (tag, BitReader(body, of: "the esds descriptor"))
  }

  /// Returns a descriptor with its size in 4 bytes, the form that QuickTime's readers expect and all others accept.
  private static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
    let size = UInt32(clamping: body.count)
    return [
      tag, 0x80 | UInt8(size >> 21 & 0x7f), 0x80 | UInt8(size >> 14 & 0x7f), 0x80 | UInt8(size >> 7 & 0x7f),
      UInt8(size & 0x7f),
    ] + body
  }
}
