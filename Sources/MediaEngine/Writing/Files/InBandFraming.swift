import Bitstreams
import CoreMedia
import MediaInterop
import MediaSupport
import MovieFile

/// Converts pictures to the form of a stream without a header: units behind start codes (H.264 and H.265, annex B), and
/// the decoder's configuration in front of every picture at which decoding can begin.
struct InBandFraming {
  private let codec: NALCodec?
  private let lengthSize: Int
  /// The parameter sets, or the whole configuration of a coding without units.
  private let configuration: [[UInt8]]

  /// Reads the configuration of a coding.
  ///
  /// - Returns: `nil` for a coding whose packets are complete by themselves.
  /// - Throws: `damagedMedia` for a configuration that cannot be parsed.
  init?(_ format: CMFormatDescription, _ codec: CodecID) throws {
    let record = try CodecParameters(format).extradata
    switch codec {
    case .h264:
      let parsed = try AVCConfiguration(parsing: record)
      self.codec = .h264
      lengthSize = parsed.lengthSize
      let sets = parsed.sequenceParameterSets + (parsed.highProfile?.extensions ?? []) + parsed.pictureParameterSets
      configuration = sets
    case .hevc:
      let parsed = try HEVCConfiguration(parsing: record)
      self.codec = .hevc
      lengthSize = parsed.lengthSize
      configuration = parsed.arrays.flatMap(\.units)
    case .mpeg4:
      self.codec = nil
      lengthSize = 0
      configuration = [record]
    default: return nil
    }
  }

  /// Returns whether pictures of one format can follow those of another in a stream: both have the same coding, and
  /// carry their configuration in front of the pictures.
  static func carries(_ format: CMFormatDescription, behind other: CMFormatDescription) -> Bool {
    guard format.mediaSubType == other.mediaSubType, let codec = try? CodecParameters(format).codec else {
      return false
    }
    let framing = try? InBandFraming(format, codec)
    return framing != nil
  }

  private static let startCode: [UInt8] = [0, 0, 0, 1]

  /// Returns the bytes to put in front of a picture that has some parameter sets of its own: those of the kinds that it
  /// lacks.
  private func configuration(besides own: [[UInt8]]) -> [UInt8] {
    guard let codec else { return configuration.flatMap { $0 } }
    func kind(_ unit: [UInt8]) -> UInt8? { unit.first.map(codec.unitType(header:)) }
    let kinds = Set(own.map(kind))
    return configuration.filter { !kinds.contains(kind($0)) }.flatMap { Self.startCode + $0 }
  }

  /// Returns the packet in the stream's form. Delimiters are written by the container.
  func frame(_ packet: Packet) -> Packet {
    let selection = codec.map { codec in
      NALUnitSelection(
        LengthPrefixedUnits(packet.bytes, lengthSize: lengthSize), of: packet.bytes, codec: codec,
        dropping: .delimiters)
    }
    let front = packet.isKeyFrame ? configuration(besides: selection?.parameterSets ?? []) : []
    if front.isEmpty, selection == nil { return packet }
    let count = front.count + (selection?.lengthPrefixedSize ?? packet.bytes.count)
    let storage = PacketStorage(count: count)
    storage.bytes.copyBytes(from: front)
    let rest = UnsafeMutableRawBufferPointer(rebasing: storage.bytes[front.count...])
    if let selection {
      selection.writeByteStream(from: packet.bytes, to: rest)
    } else {
      rest.copyMemory(from: packet.bytes)
    }
    var framed = packet
    framed.bytes = UnsafeRawBufferPointer(rebasing: storage.bytes[..<count])
    framed.owner = storage
    return framed
  }
}
