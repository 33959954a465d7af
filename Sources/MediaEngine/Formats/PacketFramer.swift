import Bitstreams
package import CoreMedia
package import MediaInterop
import MediaSupport
import MovieFile

/// Converts a stream's packets to the framing that its format description promises.
///
/// Start codes become lengths of 4 bytes, parameter sets move into the description, and ADTS headers and AV1's temporal
/// delimiters are removed. A packet in the right form passes through unchanged, with its bytes and owner; changes of
/// the pictures' sequence are still noticed (`SequenceWatch`).
package struct PacketFramer {
  private var stream: MediaInterop.Stream
  /// The caller's descriptions, among which a change in mid-stream selects one.
  private let formats: [CMFormatDescription]
  private var parameterSets: ParameterSets?
  private var adtsConfiguration: AudioSpecificConfig?
  private var watch: SequenceWatch?
  private var isStarted = false
  /// A Boolean value that says whether packets can contain a configuration that is not in a description.
  private var holdsConfiguration: Bool

  /// - Parameter formats: a movie file's own descriptions, the first of which applies at the start. If there are none,
  ///   the first packet determines one.
  package init(stream: MediaInterop.Stream, formats: [CMFormatDescription] = []) {
    self.stream = stream
    self.formats = formats
    holdsConfiguration = false
    begin(stream.parameters)
  }

  /// Begins a coding.
  private mutating func begin(_ parameters: CodecParameters) {
    stream.parameters = parameters
    (parameterSets, adtsConfiguration, watch) = (nil, nil, nil)
    let extradata = parameters.extradata
    holdsConfiguration = extradata.isEmpty
    // A configuration record begins with its version; a byte stream's parameter sets begin with two zeros.
    let isByteStream = extradata.prefix(2).allSatisfy { $0 == 0 }
    switch parameters.codec {
    case .h264 where isByteStream: parameterSets = ParameterSets(codec: .h264, annexB: extradata, packet: nil)
    case .hevc where isByteStream: parameterSets = ParameterSets(codec: .hevc, annexB: extradata, packet: nil)
    default: watch = SequenceWatch(parameters)
    }
    if parameterSets != nil { holdsConfiguration = true }
  }

  /// Returns the packet in its framing, and the new format if another applies from this packet on.
  ///
  /// A packet that contained only parameter sets becomes empty.
  /// - Throws: `damagedMedia` for headers that cannot be parsed.
  package mutating func frame(_ packet: Packet) throws -> (packet: Packet, newFormat: CMFormatDescription?) {
    var newFormat = try formatAfterChange(packet)
    let (framed, isChanged) = holdsConfiguration ? try reframedWithConfiguration(packet) : (try reframed(packet), false)
    let needsFirst = !isStarted && formats.isEmpty
    let sequence = watch?.change(in: packet)
    if let sequence { adopt(sequence) }
    if sequence != nil {
      newFormat = try formatOfNewSequence(packet)
    } else if newFormat == nil, needsFirst || isChanged {
      newFormat = try CMFormatDescription(stream: stream, firstPacket: packet)
    }
    isStarted = true
    return (framed, newFormat)
  }

  // MARK: Configuration

  /// Returns the format for a configuration that the container announces with this packet; `nil` where it announces
  /// none.
  private mutating func formatAfterChange(_ packet: Packet) throws -> CMFormatDescription? {
    if let parameters = packet.newParameters {
      begin(parameters)
      let known = formats.first { $0.isConfigured(as: parameters) }
      return try known ?? CMFormatDescription(stream: stream, firstPacket: packet)
    }
    guard let extradata = packet.newExtradata, extradata != stream.parameters.extradata else { return nil }
    stream.parameters.extradata = extradata
    if extradata.isEmpty { holdsConfiguration = true }
    if watch != nil { watch = SequenceWatch(stream.parameters) }
    if let known = formats.first(where: { $0.isConfigured(by: extradata) }) { return known }
    if let codec = parameterSets?.codec {
      parameterSets = ParameterSets(codec: codec, annexB: extradata, packet: nil)
      if let size = parameterSets?.pictureSize {
        (stream.parameters.width, stream.parameters.height) = size
      }
    }
    return try CMFormatDescription(stream: stream, firstPacket: packet)
  }

  /// Reframes a packet, and adopts the configuration that it holds.
  private mutating func reframedWithConfiguration(_ packet: Packet) throws -> (packet: Packet, isChanged: Bool) {
    let (hadSets, hadConfiguration) = (parameterSets, adtsConfiguration)
    let framed = try reframed(packet)
    let isChanged = parameterSets != hadSets || adtsConfiguration != hadConfiguration
    if isChanged { try adoptConfiguration() }
    return (framed, isChanged)
  }

  /// Adopts the configuration that the latest parameter sets or headers describe.
  private mutating func adoptConfiguration() throws {
    if let parameterSets, let record = try parameterSets.record() {
      stream.parameters.extradata = record
      if let size = parameterSets.pictureSize { (stream.parameters.width, stream.parameters.height) = size }
    }
    if let adtsConfiguration {
      stream.parameters.extradata = adtsConfiguration.bytes
    }
  }

  private mutating func adopt(_ sequence: SequenceWatch.Sequence) {
    stream.parameters.extradata = sequence.record
    (stream.parameters.width, stream.parameters.height) = (sequence.width, sequence.height)
    if let color = sequence.color {
      stream.parameters.color = ColorDescription(
        primaries: color.primaries, transfer: color.transfer, matrix: color.matrix, isFullRange: color.isFullRange)
    }
    if stream.statedAspectRatio == nil, let ratio = sequence.pixelAspectRatio {
      stream.parameters.sampleAspectRatio = Rational(Int32(ratio.horizontal), Int32(ratio.vertical))
    }
  }

  /// Returns the format of a new sequence. A movie's code, which states where parameter sets may be (`avc3`, `hev1`),
  /// is kept.
  private func formatOfNewSequence(_ packet: Packet) throws -> CMFormatDescription {
    var description = try VideoDescription(stream, packet)
    if let code = formats.first?.code { description.codec = code }
    return try description.formatDescription()
  }

  // MARK: Framing

  private mutating func reframed(_ packet: Packet) throws -> Packet {
    switch stream.parameters.codec {
    case .h264, .hevc:
      guard parameterSets != nil, AnnexBUnits.beginsWithStartCode(packet.bytes) else { return packet }
      return lengthPrefixed(packet)
    case .aac: return try withoutADTS(packet)
    case .av1: return try withoutDelimiters(packet)
    default: return packet
    }
  }

  private mutating func lengthPrefixed(_ packet: Packet) -> Packet {
    guard let codec = parameterSets?.codec else { return packet }
    let selection = NALUnitSelection(
      AnnexBUnits(packet.bytes), of: packet.bytes, codec: codec, dropping: [.parameterSets, .delimiters, .filler])
    for unit in selection.parameterSets { parameterSets?.add(unit) }
    let storage = PacketStorage(count: selection.lengthPrefixedSize)
    selection.writeLengthPrefixed(from: packet.bytes, to: storage.bytes)
    // The storage of an empty packet has one byte, so the bytes are limited to the packet's count.
    return packet.holding(
      UnsafeRawBufferPointer(rebasing: storage.bytes[..<selection.lengthPrefixedSize]), owner: storage)
  }

  /// Returns the packet without its ADTS header. The header says the same as a movie's configuration (ISO 14496-3 1.A),
  /// and movies store frames without it.
  private mutating func withoutADTS(_ packet: Packet) throws -> Packet {
    guard packet.bytes.count >= Self.shortestADTS, packet.bytes[0] == 0xFF, packet.bytes[1] & 0xF6 == 0xF0,
      stream.parameters.extradata.isEmpty || adtsConfiguration != nil
    else { return packet }
    let start = [UInt8](packet.bytes.prefix(Self.configurationReach))
    let header = try ADTSHeader(frame: start)
    guard header.rawBlocks == 1 else {
      throw MediaError(
        .damagedMedia, .demuxing, "an ADTS frame holds \(header.rawBlocks) AAC frames, which cannot be separated")
    }
    guard packet.bytes.count >= header.headerSize else { return packet }
    // Only the first frame of a stream with channels of its own must repeat them.
    if let config = try? header.audioSpecificConfig(frame: start), config != adtsConfiguration {
      adtsConfiguration = config
    }
    return packet.holding(
      UnsafeRawBufferPointer(rebasing: packet.bytes[header.headerSize...]), owner: packet.owner)
  }

  private static let shortestADTS = 7
  /// The number of bytes of a header and the longest program config element: 9 and some 300.
  private static let configurationReach = 512

  /// Returns the packet without a temporal delimiter, which samples do not have (AV1-ISOBMFF 2.4).
  private func withoutDelimiters(_ packet: Packet) throws -> Packet {
    guard let header = packet.bytes.first, AV1OBU.Kind(rawValue: header >> 3 & 15) == .temporalDelimiter else {
      return packet
    }
    let sample = try AV1OBUs.sample(of: [UInt8](packet.bytes))
    let storage = sample.withUnsafeBytes { PacketStorage(copying: $0) }
    return packet.holding(UnsafeRawBufferPointer(rebasing: storage.bytes[..<sample.count]), owner: storage)
  }
}

extension Packet {
  /// Returns the same packet with other bytes.
  fileprivate func holding(_ bytes: UnsafeRawBufferPointer, owner: AnyObject?) -> Packet {
    var packet = self
    packet.bytes = bytes
    packet.owner = owner
    packet.newExtradata = nil
    return packet
  }
}

extension CMFormatDescription {
  /// Returns whether a decoder's parameters belong to this description.
  fileprivate func isConfigured(as parameters: CodecParameters) -> Bool {
    guard let own = try? CodecParameters(self) else { return false }
    return own.codec == parameters.codec && own.extradata == parameters.extradata && own.width == parameters.width
      && own.height == parameters.height
  }

  /// Returns whether a decoder's configuration, as libavformat hands it out, is this description's.
  fileprivate func isConfigured(by extradata: [UInt8]) -> Bool {
    extensions.atoms.contains { atom in
      if atom.payload == extradata || Array(atom.payload.dropFirst(4)) == extradata { return true }
      let descriptor = atom.type == "esds" ? try? ElementaryStreamDescriptor(parsing: atom.payload) : nil
      return descriptor?.decoderSpecificInfo == extradata
    }
  }
}
