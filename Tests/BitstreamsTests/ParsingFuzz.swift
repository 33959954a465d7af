import MediaSupport
import TestSupport
import Testing

@testable import Bitstreams

/// Every parser with a sound input, for the tests that feed bad data. Parsers of headers build their record too.
enum Parsers {
  struct Parser: Sendable, CustomTestStringConvertible {
    var name: String
    var sample: [UInt8]
    /// Throws where the data is refused. What it accepts must also serialise.
    var run: @Sendable ([UInt8]) throws -> Void

    var testDescription: String { name }
  }

  static let all: [Parser] = [
    Parser(name: "avcC", sample: Samples.avcC) { _ = try AVCConfiguration(parsing: $0).serialized() },
    Parser(name: "H.264 SPS", sample: Samples.h264SPS) { _ = try H264SequenceParameterSet(nalUnit: $0) },
    Parser(name: "H.264 PPS", sample: Samples.h264PPS) {
      let sequence = try H264SequenceParameterSet(nalUnit: Samples.h264SPS)
      _ = try H264PictureParameterSet(nalUnit: $0, of: [sequence])
    },
    Parser(name: "H.264 slice header", sample: Samples.h264Slice) {
      let sequence = try H264SequenceParameterSet(nalUnit: Samples.h264SPS)
      let set = try H264PictureParameterSet(nalUnit: Samples.h264PPS, of: [sequence])
      _ = try H264IntraSliceHeader(nalUnit: $0, of: [set])
    },
    Parser(name: "hvcC", sample: Samples.hvcC) {
      let record = try HEVCConfiguration(parsing: $0)
      _ = record.serialized()
      _ = try HEVCConfiguration(parameterSets: record.arrays.flatMap(\.units), isComplete: true).serialized()
      _ = try HEVCParameterSets(record)
    },
    Parser(name: "HEVC slice header", sample: Samples.hevcSlice) {
      let sets = try HEVCParameterSets(HEVCConfiguration(parsing: Samples.hvcC))
      _ = try HEVCIntraSliceHeader(nalUnit: $0, of: sets)
    },
    Parser(name: "HEVC SPS", sample: Samples.hevcSPS) { _ = try HEVCSequenceParameterSet(nalUnit: $0) },
    Parser(name: "HEVC PPS", sample: Samples.hevcPPS) { _ = try HEVCPictureParameterSet(nalUnit: $0) },
    Parser(name: "av1C", sample: Samples.av1C) {
      let record = try AV1Configuration(parsing: $0)
      _ = record.serialized()
      _ = try record.sequenceHeader()
    },
    Parser(name: "AV1 temporal unit", sample: Samples.av1Units) {
      _ = try AV1OBUs.sample(of: $0)
      _ = try AV1Configuration(sample: $0).serialized()
    },
    Parser(name: "vpcC", sample: Samples.vpcC) { _ = try VPConfiguration(parsing: $0).serialized() },
    Parser(name: "VP9 frame", sample: Samples.vp9Frame) {
      _ = try VPConfiguration(vp9KeyFrame: $0, framesPerSecond: 30).serialized()
    },
    Parser(name: "AudioSpecificConfig", sample: [0x2b, 0x92, 0x08, 0x00]) {
      _ = try AudioSpecificConfig(parsing: $0).channels
    },
    Parser(name: "AudioSpecificConfig with program config", sample: Samples.programConfigASC) {
      _ = try AudioSpecificConfig(parsing: $0).channels
    },
    Parser(name: "ADTS", sample: Samples.adts) { _ = try ADTSHeader(frame: $0).audioSpecificConfig(frame: $0) },
    Parser(name: "esds", sample: Samples.esds) { _ = try ElementaryStreamDescriptor(parsing: $0).serialized() },
    Parser(name: "AC-3 frame", sample: Samples.ac3) { _ = try AC3Configuration(sample: $0).serialized() },
    Parser(name: "dac3", sample: [0x10, 0x3d, 0xc0]) { _ = try AC3Configuration(parsing: $0).serialized() },
    Parser(name: "E-AC-3 frame", sample: Samples.eac3) { _ = try EAC3Configuration(sample: $0).serialized() },
    Parser(name: "dec3", sample: Samples.dec3) {
      let record = try EAC3Configuration(parsing: $0)
      _ = (record.channels, record.serialized())
    },
    Parser(name: "dOps", sample: Samples.dOps) { _ = try OpusConfiguration(parsing: $0).opusHead() },
    Parser(name: "OpusHead", sample: Samples.opusHead) { _ = try OpusConfiguration(opusHead: $0).serialized() },
    Parser(name: "dfLa", sample: Samples.dfLa) { _ = try FLACConfiguration(parsing: $0).serialized() },
    Parser(name: "FLAC extra data", sample: Array(Samples.dfLa.dropFirst(4))) {
      _ = try FLACConfiguration(extraData: $0).serialized()
    },
    Parser(name: "ALAC cookie", sample: Samples.alac) { _ = try ALACConfiguration(parsing: $0).serialized() },
    Parser(name: "mdcv", sample: [UInt8](1...24)) { _ = try MasteringDisplayRecord(parsing: $0).serialized() },
    Parser(name: "clli", sample: [UInt8](1...4)) { _ = try ContentLightRecord(parsing: $0).serialized() },
    Parser(name: "dvcC", sample: [UInt8](1...24)) { _ = try DolbyVisionConfiguration(parsing: $0).serialized() },
    Parser(name: "MPEG audio", sample: Samples.mp3) { _ = try MPEGAudioHeader(frame: $0).objectType },
    Parser(name: "Xing", sample: Samples.xing) {
      guard XingTag(frame: $0) != nil else { throw MediaError(.damagedMedia, .demuxing, "no tag") }
    },
  ]
}

@Suite("Configuration records and hostile bytes")
struct ParsingFuzz {
  @Test(arguments: Parsers.all)
  func `the sound sample parses`(_ parser: Parsers.Parser) throws {
    try parser.run(parser.sample)
  }

  @Test(arguments: Parsers.all)
  func `every truncation is refused or parsed, never a trap`(_ parser: Parsers.Parser) {
    var refused = 0
    for count in 0..<parser.sample.count {
      do { try parser.run(Array(parser.sample.prefix(count))) } catch { refused += 1 }
    }
    // An empty input at least is no record.
    #expect(refused > 0)
  }

  @Test(arguments: Parsers.all)
  func `every flipped bit is refused or parsed, never a trap`(_ parser: Parsers.Parser) throws {
    for bit in 0..<parser.sample.count * 8 {
      var bytes = parser.sample
      bytes[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      try? parser.run(bytes)
    }
    try parser.run(parser.sample)
  }

  @Test(arguments: Parsers.all)
  func `random bytes, alone and behind a sound beginning, never trap`(_ parser: Parsers.Parser) throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<400 {
      let noise = (0..<Int.random(in: 0...96, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      try? parser.run(noise)
      let kept = Int.random(in: 0...parser.sample.count, using: &generator)
      try? parser.run(parser.sample.prefix(kept) + noise)
    }
    try parser.run(parser.sample)
  }
}
