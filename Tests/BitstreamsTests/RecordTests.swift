import MediaSupport
import Testing

@testable import Bitstreams

@Suite("Configuration records")
struct RecordTests {
  @Test func `parsed records serialise to the same bytes`() throws {
    #expect(try AVCConfiguration(parsing: Samples.avcC).serialized() == Samples.avcC)
    #expect(try HEVCConfiguration(parsing: Samples.hvcC).serialized() == Samples.hvcC)
    #expect(try AV1Configuration(parsing: Samples.av1C).serialized() == Samples.av1C)
    #expect(try VPConfiguration(parsing: Samples.vpcC).serialized() == Samples.vpcC)
    #expect(try ElementaryStreamDescriptor(parsing: Samples.esds).serialized() == Samples.esds)
    #expect(try AC3Configuration(parsing: [0x0c, 0x3d, 0xc0]).serialized() == [0x0c, 0x3d, 0xc0])
    #expect(try EAC3Configuration(parsing: Samples.dec3).serialized() == Samples.dec3)
    #expect(try OpusConfiguration(parsing: Samples.dOps).serialized() == Samples.dOps)
    #expect(try OpusConfiguration(opusHead: Samples.opusHead).opusHead() == Samples.opusHead)
    #expect(try FLACConfiguration(parsing: Samples.dfLa).serialized() == Samples.dfLa)
    #expect(try ALACConfiguration(parsing: Samples.alac).serialized() == Samples.alac)
    let (screen, light) = ([UInt8](1...24), [UInt8](1...4))
    #expect(try MasteringDisplayRecord(parsing: screen).serialized() == screen)
    #expect(try ContentLightRecord(parsing: light).serialized() == light)
    let dvcC: [UInt8] = [1, 0, 0x10, 0x2d, 0x10] + [UInt8](repeating: 0, count: 19)
    #expect(try DolbyVisionConfiguration(parsing: dvcC).serialized() == dvcC)
  }

  @Test func `avcC: facts of the SPS, and the fields that profiles above Main add`() throws {
    let parsed = try AVCConfiguration(parsing: Samples.avcC)
    #expect(parsed.highProfile == nil)
    #expect(parsed.lengthSize == 4)
    let built = try AVCConfiguration(
      sequenceParameterSets: parsed.sequenceParameterSets, pictureParameterSets: parsed.pictureParameterSets)
    #expect(built.highProfile == .init(chromaFormat: 1, lumaBitDepth: 8, chromaBitDepth: 8))
    #expect(built.serialized() == Samples.avcC + [0xfd, 0xf8, 0xf8, 0])
    #expect(try AVCConfiguration(parsing: built.serialized()) == built)

    let sps = try H264SequenceParameterSet(nalUnit: Samples.h264SPS)
    #expect((sps.profile, sps.level) == (100, 31))
    #expect(sps.holdsOnlyFrames)
    #expect((sps.frameNumberBits, sps.hasSeparatePlanes) == (4, false))
    #expect(sps.pictureOrder == .leastBits(6))
  }

  @Test func `the picture parameter set and the slice that name the sets before them`() throws {
    let sequence = try H264SequenceParameterSet(nalUnit: Samples.h264SPS)
    let set = try H264PictureParameterSet(nalUnit: Samples.h264PPS, of: [sequence])
    #expect((set.identifier, set.initialQuantizer) == (0, 23))
    #expect(set.isArithmetic && set.controlsDeblocking && !set.ordersFields && !set.countsRedundantPictures)
    let slice = try H264IntraSliceHeader(nalUnit: Samples.h264Slice, of: [set])
    #expect((slice.parameterSet, slice.quantizer) == (0, 20))
    #expect(throws: MediaError.self) { try H264PictureParameterSet(nalUnit: Samples.h264PPS, of: []) }
    #expect(throws: MediaError.self) { try H264PictureParameterSet(nalUnit: Samples.h264PPS + [1], of: [sequence]) }
    #expect(throws: MediaError.self) { try H264IntraSliceHeader(nalUnit: Samples.h264Slice, of: []) }
    // The bits in front of arithmetic coding are ones.
    #expect(throws: MediaError.self) { try H264IntraSliceHeader(nalUnit: [0x65, 0x88, 0x84, 0x00, 0xfc], of: [set]) }
  }

  @Test func `avcC: no parameter sets, or too long ones, are refused`() throws {
    #expect(throws: MediaError.self) {
      try AVCConfiguration(sequenceParameterSets: [], pictureParameterSets: [])
    }
    let long = Samples.h264SPS + [UInt8](repeating: 1, count: 1 << 16)
    #expect(throws: MediaError.self) {
      try AVCConfiguration(sequenceParameterSets: [long], pictureParameterSets: [])
    }
  }

  @Test func `hvcC: sets of other layers are left out, and the arrays say whether they are complete`() throws {
    let parsed = try HEVCConfiguration(parsing: Samples.hvcC)
    var sets = parsed.arrays.flatMap(\.units)
    var otherLayer = Samples.hevcSPS
    otherLayer[1] |= 1 << 3
    sets.append(otherLayer)
    let complete = try HEVCConfiguration(parameterSets: sets, isComplete: true)
    #expect(complete.arrays.map(\.isComplete) == [true, true, true])
    #expect(complete.arrays.map(\.units.count) == [1, 1, 1])
    #expect(complete.profileTierLevel == parsed.profileTierLevel)
    let incomplete = try HEVCConfiguration(parameterSets: sets, isComplete: false)
    #expect(incomplete.arrays.map(\.isComplete) == [false, false, false])
    let sps = try HEVCSequenceParameterSet(nalUnit: Samples.hevcSPS)
    #expect((sps.width, sps.height) == (3840, 2160))
  }

  @Test func `the sets of a hvcC record, and a slice that names them`() throws {
    let record = try HEVCConfiguration(parsing: Samples.hvcC)
    let sets = try HEVCParameterSets(record)
    #expect(sets.sequences.map(\.isPlain) == [true] && sets.pictures.map(\.isPlain) == [true])
    let slice = try HEVCIntraSliceHeader(nalUnit: Samples.hevcSlice, of: sets)
    #expect((slice.parameterSet, slice.quantizer) == (0, 26))
    // The bit behind the header is a one, and zeros follow.
    #expect(throws: MediaError.self) {
      try HEVCIntraSliceHeader(nalUnit: Samples.hevcSlice.dropLast(2) + [0xe8, 0xff], of: sets)
    }
    for index in record.arrays.indices {
      var part = record
      part.arrays.remove(at: index)
      #expect(throws: MediaError.self) { try HEVCParameterSets(part) }
      part = record
      part.arrays[index].units[0][1] |= 1 << 3
      #expect(throws: MediaError.self, "of another layer") { try HEVCParameterSets(part) }
      part = record
      part.arrays[index].units[0].append(1)
      #expect(throws: MediaError.self, "a set with bytes behind its end") { try HEVCParameterSets(part) }
    }
    var other = record
    other.profileTierLevel.level += 3
    #expect(throws: MediaError.self) { try HEVCParameterSets(other) }
  }

  @Test func `AV1: delimiters and padding leave the sample, and the record's OBU gets a size`() throws {
    let unit = Samples.av1Units
    #expect(try AV1OBUs.all(in: unit).map(\.kind) == [.temporalDelimiter, .sequenceHeader, .padding, .frame])
    let sample = try AV1OBUs.sample(of: unit)
    #expect(try AV1OBUs.all(in: sample).map(\.kind) == [.sequenceHeader, .frame])
    #expect(try AV1Configuration(sample: sample).serialized() == Samples.av1C)

    // The header's OBU alone, without its size field.
    let unsized = [Samples.av1C[4] & ~0b10] + Samples.av1C[6...]
    #expect(try AV1Configuration(sample: unsized).serialized() == Samples.av1C)
    let header = try #require(try AV1Configuration(parsing: Samples.av1C).sequenceHeader())
    #expect(header.bitDepth == 10)
    #expect(header.color == CodedColor(primaries: 9, transfer: 16, matrix: 9))
  }

  @Test func `VP9: profile, size and level of a key frame`() throws {
    let header = try VP9KeyFrameHeader(frame: Samples.vp9Frame)
    #expect((header.profile, header.bitDepth, header.width, header.height) == (0, 8, 642, 642))
    #expect(try VPConfiguration(vp9KeyFrame: Samples.vp9Frame, framesPerSecond: 30).level == 30)
    // The picture fits level 3, the rate needs 4.1: 642 · 642 · 240 samples a second.
    #expect(try VPConfiguration(vp9KeyFrame: Samples.vp9Frame, framesPerSecond: 240).level == 41)
    #expect(VP9Level.lowest(width: 100_000, height: 1, framesPerSecond: 1) == 0)
    #expect(VP9Level.lowest(width: 1920, height: 1080, framesPerSecond: 30) == 40)
  }

  @Test func `AAC: explicit, backward-compatible and absent extensions`() throws {
    let plain = try AudioSpecificConfig(sampleRate: 44_100, channelConfiguration: 2)
    #expect(plain.bytes == [0x12, 0x10])
    #expect(plain.channels == 2)
    #expect(plain.samplesPerFrame == 1024)

    // HE-AAC v2, hierarchical: type 29, 22.05 kHz mono core, 44.1 kHz out.
    let explicit = try AudioSpecificConfig(parsing: [0xeb, 0x8a, 0x08, 0x00])
    #expect(explicit.objectType == .lowComplexity)
    #expect((explicit.sampleRate, explicit.extensionSampleRate) == (22_050, 44_100))
    #expect(explicit.hasParametricStereo)
    #expect(explicit.channels == 2)

    // The same core with SBR and PS behind it.
    var writer = BitWriter()
    for (value, bits) in [(2, 5), (7, 4), (1, 4), (0, 3), (0x2b7, 11), (5, 5), (1, 1), (4, 4), (0x548, 11), (1, 1)] {
      writer.bits(value, bits)
    }
    let compatible = try AudioSpecificConfig(parsing: writer.bytes)
    #expect((compatible.sampleRate, compatible.extensionSampleRate) == (22_050, 44_100))
    #expect(compatible.hasSpectralBandReplication)
    #expect(compatible.hasParametricStereo)
    #expect(compatible.channels == 2)
  }

  @Test func `AAC: explicit rates, escaped types and program config elements`() throws {
    let odd = try AudioSpecificConfig(sampleRate: 47_999, channelConfiguration: 1)
    #expect(try AudioSpecificConfig(parsing: odd.bytes).sampleRate == 47_999)

    // Type 42 as 31 + 10, at 48 kHz stereo.
    var writer = BitWriter()
    for (value, bits) in [(31, 5), (10, 6), (3, 4), (2, 4), (0, 5)] { writer.bits(value, bits) }
    #expect(try AudioSpecificConfig(parsing: writer.bytes).objectType == .unifiedSpeechAndAudio)

    let program = try AudioSpecificConfig(parsing: Samples.programConfigASC)
    #expect(program.channels == 6)
    let rebuilt = try AudioSpecificConfig(
      sampleRate: 48_000, channelConfiguration: 0, programConfig: program.programConfig)
    #expect(rebuilt.bytes == Samples.programConfigASC)
    #expect(throws: MediaError.self) { try AudioSpecificConfig(sampleRate: 48_000, channelConfiguration: 0) }
  }

  @Test func `esds: short sizes are read as long ones`() throws {
    let parsed = try ElementaryStreamDescriptor(parsing: Samples.esds)
    #expect(parsed.objectType == .aac)
    #expect(parsed.maximumBitRate == 200_000)
    #expect(parsed.decoderSpecificInfo == [0x12, 0x08])
    let short: [UInt8] =
      [0, 0, 0, 0, 3, 25, 0, 2, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 3, 0x0d, 0x40, 0, 0, 0, 0, 5, 2, 0x12, 0x08, 6, 1, 2]
    #expect(try ElementaryStreamDescriptor(parsing: short) == parsed)
  }

  @Test func `dec3: channels that dependent substreams add`() throws {
    let record = try EAC3Configuration(parsing: Samples.dec3)
    #expect(record.dataRate == 640)
    #expect(record.channels == 8)
    #expect(record.objectComplexity == 16)
  }

  @Test func `dec3: a frame and its dependent substream make one record`() throws {
    func frame(dependent: Bool) -> [UInt8] {
      var writer = BitWriter()
      writer.bits(0x0b77, 16)
      writer.bits(dependent ? 1 : 0, 2)
      writer.bits(0, 3)
      writer.bits(31, 11)  // 64 bytes
      for (value, bits) in [(0, 2), (3, 2), (7, 3), (dependent ? 0 : 1, 1), (16, 5), (31, 5), (0, 1)] {
        writer.bits(value, bits)
      }
      if dependent {
        writer.bit(true)
        writer.bits(0x0202, 16)  // Lrs/Rrs and LFE2
      }
      return writer.bytes + [UInt8](repeating: 0, count: 64 - writer.bytes.count)
    }
    let record = try EAC3Configuration(sample: frame(dependent: false) + frame(dependent: true))
    #expect(record.substreams.count == 1)
    #expect(record.substreams[0].dependentSubstreams == 1)
    #expect(record.substreams[0].channelLocations == 0b1_0000_0010)
    #expect(record.channels == 9)
    // 128 bytes in 1536 samples at 48 kHz.
    #expect(record.dataRate == 32)
    #expect(throws: MediaError.self) { try EAC3Configuration(sample: frame(dependent: true)) }
  }

  @Test func `AC-3: sizes of odd codes at 44.1 kHz have a word more`() throws {
    let sample = try AC3SyncFrame(frame: Samples.ac3[...])
    #expect(!sample.isEnhanced)
    var bytes = Samples.ac3
    bytes[4] = 0b0100_0000  // 44.1 kHz, 32 kbit/s
    #expect(try AC3SyncFrame(frame: bytes[...]).frameSize == 138)
    bytes[4] = 0b0100_0001
    #expect(try AC3SyncFrame(frame: bytes[...]).frameSize == 140)
  }

  @Test func `Opus: the two byte orders, and both ways between them`() throws {
    let head = try OpusConfiguration(opusHead: Samples.opusHead)
    #expect((head.channels, head.preSkip, head.inputSampleRate) == (6, 312, 8000))
    #expect(head.mapping == .init(streams: 4, coupledStreams: 2, channels: [0, 4, 1, 2, 3, 5]))
    #expect(try OpusConfiguration(parsing: head.serialized()) == head)
    #expect(Array(head.serialized()[2..<4]) == [0x01, 0x38])
  }

  @Test func `FLAC: STREAMINFO alone, with its header, and after the stream marker are one record`() throws {
    let record = try FLACConfiguration(parsing: Samples.dfLa)
    let info = record.streamInfo
    #expect((info.sampleRate, info.channels, info.bitsPerSample) == (44_100, 2, 24))
    let blocks = Array(Samples.dfLa.dropFirst(4))
    #expect(try FLACConfiguration(extraData: Array(blocks.dropFirst(4))) == record)
    #expect(try FLACConfiguration(extraData: blocks) == record)
    #expect(try FLACConfiguration(extraData: Array("fLaC".utf8) + blocks) == record)
  }

  @Test func `ALAC: every wrapping is the same cookie`() throws {
    let record = try ALACConfiguration(parsing: Samples.alac)
    #expect((record.sampleRate, record.channels, record.bitDepth) == (44_100, 1, 24))
    let cookie = record.cookie()
    #expect(cookie.count == 24)
    let box = [0, 0, 0, 36] + Array("alac".utf8) + Samples.alac
    let wave = [0, 0, 0, 12] + Array("frmaalac".utf8) + box + [0, 0, 0, 8, 0, 0, 0, 0]
    for form in [cookie, box, wave] { #expect(try ALACConfiguration(parsing: form) == record) }
    let layout = [0, 0, 0, 24] + Array("chan".utf8) + [0, 0, 0, 0, 0, 0x65, 0, 2] + [UInt8](repeating: 0, count: 8)
    #expect(try ALACConfiguration(parsing: cookie + layout).channelLayout == layout)
  }

  @Test func `MP3: header, and the delay and padding of the Xing frame`() throws {
    let header = try MPEGAudioHeader(frame: Samples.mp3)
    #expect((header.bitRate, header.sampleRate, header.channels) == (64_000, 48_000, 2))
    #expect((header.samplesPerFrame, header.frameSize) == (1152, 192))
    let tag = try #require(XingTag(frame: Samples.xing))
    #expect(tag.isVariableBitRate)
    #expect((tag.frameCount, tag.byteCount) == (117, 0x95d0))
    #expect((tag.encoderDelay, tag.padding) == (0x240, 0x240))
    #expect(XingTag(frame: Samples.mp3) == nil)
  }
}
