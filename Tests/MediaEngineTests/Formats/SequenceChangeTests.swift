import CoreMedia
import MediaEngine
import MediaInterop
import MediaSupport
import Bitstreams
import MovieFile
import Testing

/// A new sequence between the units of packets that keep their bytes starts a new format.
@Suite struct SequenceChangeTests {
  /// The pictures of two sizes of a transport stream, as length-prefixed packets that begin with their parameter sets.
  private func packets() throws -> (stream: MediaInterop.Stream, packets: [[UInt8]], records: [[UInt8]]) {
    let path = FormatMedia.fixture("h264-size-change.ts")
    var stream = try #require(try Demuxer.probe(.file(path)).streams.first { $0.parameters.kind == .video })
    var framer = PacketFramer(stream: stream)
    var records: [[UInt8]] = []
    var result: [[UInt8]] = []
    for packet in try FormatMedia.packets(path, stream: stream.index, count: 10_000) {
      let framed = try framer.frame(packet)
      if let record = framed.newFormat?.extensions.atoms.first(where: { $0.type == "avcC" })?.payload {
        records.append(record)
      }
      guard packet.isKeyFrame, let record = records.last else { continue }
      let sets = try AVCConfiguration(parsing: record)
      let units = sets.sequenceParameterSets + sets.pictureParameterSets
      result.append(units.flatMap { [0, 0, 0, UInt8($0.count)] + $0 } + [UInt8](framed.packet.bytes))
    }
    stream.parameters.extradata = records[0]
    return (stream, result, records)
  }

  private func packet(_ bytes: [UInt8], isKeyFrame: Bool = true) -> Packet {
    let storage = bytes.withUnsafeBytes { PacketStorage(copying: $0) }
    var packet = Packet(
      bytes: UnsafeRawBufferPointer(rebasing: storage.bytes[..<bytes.count]), owner: storage, pts: 0, dts: 0,
      duration: 1, timeBase: .init(ticksPerSecond: 25))
    packet.isKeyFrame = isKeyFrame
    return packet
  }

  @Test(arguments: ["avc1", "avc3"] as [FourCC])
  func `parameter sets between length-prefixed units`(_ code: FourCC) throws {
    let (stream, packets, records) = try packets()
    try #require(records.count == 2 && packets.count >= 2)
    let movie = SampleEntry.video(
      format: code, width: 16, height: 16, extensions: [.box(OpaqueBox("avcC", records[0]))])
    let first = CMFormatDescription(movie, kind: .video, isQuickTime: false)
    var framer = PacketFramer(stream: stream, formats: [first])
    var formats: [CMFormatDescription] = []
    for bytes in packets {
      let packet = packet(bytes)
      let framed = try framer.frame(packet)
      #expect(framed.packet.bytes.baseAddress == packet.bytes.baseAddress)
      if let format = framed.newFormat { formats.append(format) }
    }
    try #require(formats.count == 1)
    let sets = try #require(try AVCConfiguration(parsing: records[1]).sequenceParameterSets.first)
    let facts = try H264SequenceParameterSet(nalUnit: sets)
    #expect(formats[0].dimensions.width == Int32(facts.width) && formats[0].dimensions.height == Int32(facts.height))
    #expect(formats[0].mediaSubType.rawValue == code.rawValue)
    #expect(formats[0].extensions.atoms.first { $0.type == "avcC" }?.payload == records[1])
  }

  @Test(.enabled(if: FormatMedia.hasShared, FormatMedia.sharedReason))
  func `a sequence header of AV1`() throws {
    let path = FormatMedia.shared("mp4/sample_av1.mp4")
    let stream = try #require(try Demuxer.probe(.file(path)).streams.first { $0.parameters.kind == .video })
    let key = try #require(try FormatMedia.packets(path, stream: stream.index, count: 1).first)
    let format = try CMFormatDescription(stream: stream, firstPacket: key)
    var same = PacketFramer(stream: stream, formats: [format])
    #expect(try same.frame(key).newFormat == nil)

    // The same header but for its last bit, which announces film grain.
    var record = try AV1Configuration(parsing: stream.parameters.extradata)
    let last = try #require(record.units.lastIndex { $0 != 0 })
    let mark = UInt16(record.units[last] & ~(record.units[last] - 1))
    let place = mark == 0x80 ? (last - 1, UInt8(1)) : (last, UInt8(mark << 1))
    record.units[place.0] ^= place.1
    try #require(try record.sequenceHeader()?.hasFilmGrain == true)
    var other = stream
    other.parameters.extradata = record.serialized()
    var changed = PacketFramer(stream: other, formats: [try CMFormatDescription(stream: other, firstPacket: nil)])
    let found = try #require(try changed.frame(key).newFormat)
    let configuration = try #require(found.extensions.atoms.first { $0.type == "av1C" }?.payload)
    #expect(try AV1Configuration(parsing: configuration).sequenceHeader()?.hasFilmGrain == false)
    #expect(try changed.frame(key).newFormat == nil)
  }
}
