import MediaSupport
import Testing

@testable import Bitstreams

/// Records built from the bitstreams of real files, against the records that the files' own writers made.
@Suite("Records of real files", .enabled(if: SharedMedia.isAvailable, SharedMedia.reason))
struct SharedMediaTests {
  /// The record that the parameter sets at the start of a raw stream make.
  private func parameterSets(of stream: [UInt8], _ codec: NALCodec) -> [[UInt8]] {
    stream.withUnsafeBytes { buffer in
      var unique: [[UInt8]] = []
      for set in NALUnitSelection(AnnexBUnits(buffer), of: buffer, codec: codec).parameterSets
      where !unique.contains(set) { unique.append(set) }
      return unique
    }
  }

  @Test(arguments: [
    "mov/RGB_Circles.mov", "mov/bt601.mov", "mov/ios9.mov", "mov/iphone14promax_1080p_split3.mov",
    "mov/sideways_movie.mov", "mov/VideoAndTimecodeTrack_29_97i_Start-00-00-00-00.mov", "mp4/sample.mp4",
    "mp4/bbb_800x640_768kbps_30fps_avc_pyramid_3b.mp4", "mp4/bt601_full_range.mp4", "mp4/h264_10bits.mp4",
    "mp4/testsrc2_odd_height_and_width_444.mp4", "mp4/video_with_rectangular_samples.mp4",
    "mp4/sample_2_byte_NAL_length.mp4", "mp4/max-heromode.mp4", "mp4/portrait_4k60.mp4",
  ])
  func `avcC from the stream's parameter sets`(_ name: String) throws {
    let own = try AVCConfiguration(parsing: SharedMedia.box("avcC", in: SharedMedia.bytes(name)))
    let stream = try SharedMedia.ffmpeg(name, "-map 0:v:0 -c copy -frames:v 2 -bsf:v h264_mp4toannexb -f h264")
    let sets = parameterSets(of: stream, .h264)
    let built = try AVCConfiguration(
      sequenceParameterSets: sets.filter { H264NALUnitType(header: $0[0]) == .sequenceParameterSet },
      pictureParameterSets: sets.filter { H264NALUnitType(header: $0[0]) == .pictureParameterSet })
    #expect(built.profile == own.profile)
    #expect(built.profileCompatibility == own.profileCompatibility)
    #expect(built.level == own.level)
    #expect(built.sequenceParameterSets == own.sequenceParameterSets)
    #expect(built.pictureParameterSets == own.pictureParameterSets)
    if let highProfile = own.highProfile { #expect(built.highProfile == highProfile) }
    if own.highProfile == built.highProfile && own.lengthSize == 4 {
      #expect(try built.serialized() == SharedMedia.box("avcC", in: SharedMedia.bytes(name)))
    }
  }

  @Test(arguments: [
    "mov/VideoTrack_25_VFR_2sec.mov", "mov/dolbyVision-hdr.MOV", "mov/water_180_mvhevc_5frames.mov",
    "mp4/bt2020_10bit.mp4", "mp4/h265_10bits.mp4", "mp4/hdr10-video-with-sdr-container.mp4",
    "mp4/hlg10-color-test.mp4", "mp4/testsrc2_12bit_hdr.mp4",
  ])
  func `hvcC from the stream's parameter sets`(_ name: String) throws {
    let own = try HEVCConfiguration(parsing: SharedMedia.box("hvcC", in: SharedMedia.bytes(name)))
    let stream = try SharedMedia.ffmpeg(name, "-map 0:v:0 -c copy -frames:v 2 -bsf:v hevc_mp4toannexb -f hevc")
    let built = try HEVCConfiguration(parameterSets: parameterSets(of: stream, .hevc), isComplete: true)
    #expect(built.profileTierLevel == own.profileTierLevel)
    #expect(built.chromaFormat == own.chromaFormat)
    #expect(built.lumaBitDepth == own.lumaBitDepth)
    #expect(built.chromaBitDepth == own.chromaBitDepth)
    #expect(built.minimumSpatialSegmentation == own.minimumSpatialSegmentation)
    #expect(built.parallelism == own.parallelism)
    // Apple's writer leaves the flag clear where its streams set it; the other way round would be wrong.
    #expect(built.isTemporalIDNested || !own.isTemporalIDNested)
    for array in own.arrays where array.type.isParameterSet {
      #expect(built.arrays.first { $0.type == array.type }?.units == array.units)
    }
  }

  /// What ffprobe says of the first video stream, by key.
  private func probe(_ name: String) throws -> [String: String] {
    let text = try SharedMedia.ffprobe(name, "-select_streams v:0 -show_streams")
    let pairs = text.split(separator: "\n").compactMap { line -> (String, String)? in
      let parts = line.split(separator: "=", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    return Dictionary(pairs) { first, _ in first }
  }

  @Test(arguments: [
    "mov/RGB_Circles.mov", "mov/bt601.mov", "mov/VideoAndTimecodeTrack_29_97i_Start-00-00-00-00.mov",
    "mp4/bt601_full_range.mp4", "mp4/testsrc2_odd_height_and_width_444.mp4",
    "mp4/video_with_rectangular_samples.mp4", "mp4/h264_10bits.mp4",
  ])
  func `H.264 SPS facts as ffprobe reads them`(_ name: String) throws {
    let facts = try probe(name)
    let record = try AVCConfiguration(parsing: SharedMedia.box("avcC", in: SharedMedia.bytes(name)))
    let sps = try H264SequenceParameterSet(nalUnit: try #require(record.sequenceParameterSets.first))
    #expect(facts["width"] == "\(sps.width)")
    #expect(facts["height"] == "\(sps.height)")
    #expect(facts["level"] == "\(sps.level)")
    #expect(facts["pix_fmt"]?.contains(pixelFormat(chroma: sps.chromaFormat, depth: sps.lumaBitDepth)) == true)
    #expect(facts["field_order"] == "progressive" || !sps.holdsOnlyFrames)
    if let reorder = sps.usability?.maximumReorderFrames { #expect(facts["has_b_frames"] == "\(reorder)") }
    if let ratio = sps.usability?.pixelAspectRatio {
      #expect(facts["sample_aspect_ratio"] == "\(ratio.horizontal):\(ratio.vertical)")
    }
    expect(sps.usability?.color, in: facts)
  }

  @Test(arguments: [
    "mp4/bt2020_10bit.mp4", "mp4/hlg10-color-test.mp4", "mp4/testsrc2_12bit_hdr.mp4",
    "mov/VideoTrack_25_VFR_2sec.mov", "mov/dolbyVision-hdr.MOV",
  ])
  func `HEVC SPS facts as ffprobe reads them`(_ name: String) throws {
    let facts = try probe(name)
    let record = try HEVCConfiguration(parsing: SharedMedia.box("hvcC", in: SharedMedia.bytes(name)))
    let array = try #require(record.arrays.first { $0.type == .sequenceParameterSet })
    let sps = try HEVCSequenceParameterSet(nalUnit: try #require(array.units.first))
    #expect(facts["width"] == "\(sps.width)")
    #expect(facts["height"] == "\(sps.height)")
    #expect(facts["level"] == "\(sps.profileTierLevel.level)")
    #expect(facts["pix_fmt"]?.contains(pixelFormat(chroma: sps.chromaFormat, depth: sps.lumaBitDepth)) == true)
    #expect(facts["has_b_frames"] == "\(sps.maximumReorderPictures)")
    // Every one of these files has its colour in the SPS, behind all that has to be skipped.
    expect(try #require(sps.usability?.color), in: facts)
  }

  /// The part of FFmpeg's name for a pixel format that says sampling and depth.
  private func pixelFormat(chroma: UInt8, depth: UInt8) -> String {
    ["gray", "420p", "422p", "444p"][Int(chroma)] + (depth > 8 ? "\(depth)" : "")
  }

  /// ffprobe prefers the container's colour, which agrees with the stream's in these files.
  private func expect(_ color: CodedColor?, in facts: [String: String]) {
    let names: [UInt8: String] = [1: "bt709", 6: "smpte170m", 9: "bt2020"]
    let transfers: [UInt8: String] = [1: "bt709", 6: "smpte170m", 16: "smpte2084", 18: "arib-std-b67"]
    guard let color else { return }
    #expect(facts["color_range"] == (color.isFullRange ? "pc" : "tv"))
    if let name = names[color.primaries] { #expect(facts["color_primaries"] == name) }
    if let name = transfers[color.transfer] { #expect(facts["color_transfer"] == name) }
  }

  @Test func `length-prefixed samples of a real file and its byte stream are the same units`() throws {
    let name = "mp4/sample.mp4"
    let prefixed = try SharedMedia.ffmpeg(name, "-map 0:v:0 -c copy -frames:v 1 -f data")
    let stream = try SharedMedia.ffmpeg(name, "-map 0:v:0 -c copy -frames:v 1 -bsf:v h264_mp4toannexb -f h264")
    let converted = stream.withUnsafeBytes { buffer in
      let units = NALUnitSelection(AnnexBUnits(buffer), of: buffer, codec: .h264, dropping: .parameterSets)
      return [UInt8](unsafeUninitializedCapacity: units.lengthPrefixedSize) { output, count in
        units.writeLengthPrefixed(from: buffer, to: UnsafeMutableRawBufferPointer(output))
        count = units.lengthPrefixedSize
      }
    }
    #expect(converted == prefixed)
  }

  @Test(arguments: ["mp4/sample_av1.mp4", "mp4/sample_with_colr_mdcv_and_clli.mp4"])
  func `av1C from the first sample`(_ name: String) throws {
    let payload = try SharedMedia.box("av1C", in: SharedMedia.bytes(name))
    let own = try AV1Configuration(parsing: payload)
    let unit = try SharedMedia.ffmpeg(name, "-map 0:v:0 -c copy -frames:v 1 -f obu")
    #expect(try AV1OBUs.all(in: unit).first?.kind == .temporalDelimiter)
    var built = try AV1Configuration(sample: try AV1OBUs.sample(of: unit))
    // Writers may leave the OBUs out of the record, or add metadata to them.
    if own.units.isEmpty { built.units = [] }
    built.units = built.units.count < own.units.count ? own.units : built.units
    #expect(built == own)
    let facts = try probe(name)
    let header = try #require(try AV1Configuration(sample: unit).sequenceHeader())
    #expect(facts["width"] == "\(header.width)")
    #expect(facts["height"] == "\(header.height)")
  }

  @Test func `vpcC from a key frame`() throws {
    let name = "mp4/bbb_800x640_768kbps_30fps_vp9.mp4"
    let own = try VPConfiguration(parsing: SharedMedia.box("vpcC", in: SharedMedia.bytes(name)))
    let frame = try SharedMedia.ffmpeg(name, "-map 0:v:0 -c copy -frames:v 1 -f data")
    let built = try VPConfiguration(vp9KeyFrame: frame, framesPerSecond: 30)
    #expect(built.profile == own.profile)
    #expect(built.bitDepth == own.bitDepth)
    #expect(built.color.isFullRange == own.color.isFullRange)
    #expect(built.level == own.level || own.level == 0)
    let header = try VP9KeyFrameHeader(frame: frame)
    #expect((header.width, header.height) == (800, 640))
  }

  @Test(arguments: [("mp4/sample_ac3_aac.mp4", 0), ("mp4/bbb_mp3_ac3_5s.mp4", 1), ("mp4/sample_with_vobsub.mp4", 0)])
  func `dac3 from a frame`(_ name: String, stream: Int) throws {
    let payload = try SharedMedia.box("dac3", in: SharedMedia.bytes(name))
    let sample = try SharedMedia.ffmpeg(name, "-map 0:a:\(stream) -c copy -frames:a 1 -f ac3")
    #expect(try AC3Configuration(sample: sample).serialized() == payload)
    #expect(try AC3SyncFrame(frame: sample[...]).frameSize == sample.count)
  }

  @Test func `dec3 from a sample`() throws {
    let name = "mp4/sample_eac3.mp4"
    let own = try EAC3Configuration(parsing: SharedMedia.box("dec3", in: SharedMedia.bytes(name)))
    let sample = try SharedMedia.ffmpeg(name, "-map 0:a:0 -c copy -frames:a 1 -f eac3")
    let built = try EAC3Configuration(sample: sample)
    #expect(built.substreams == own.substreams)
    #expect(built.objectComplexity == own.objectComplexity)
    #expect(built.channels == 6)
    // Its frames have one block of the six that its writer assumed: 6000 kbit/s, as ffprobe says too, and not 1000.
    #expect((built.dataRate, own.dataRate) == (6000, 1000))
  }

  @Test(arguments: ["mp4/sample.mp4", "mp4/bbb_720p_aac51.mp4", "mov/ios9.mov"])
  func `esds and AudioSpecificConfig from ADTS`(_ name: String) throws {
    let own = try ElementaryStreamDescriptor(parsing: SharedMedia.box("esds", in: SharedMedia.bytes(name)))
    #expect(own.objectType == .aac)
    #expect(own.streamType == ElementaryStreamDescriptor.StreamType.audio.rawValue)
    let config = try AudioSpecificConfig(parsing: own.decoderSpecificInfo)
    let frame = try SharedMedia.ffmpeg(name, "-map 0:a:0 -c copy -frames:a 1 -f adts")
    let header = try ADTSHeader(frame: frame)
    #expect(header.frameSize == frame.count)
    let built = try header.audioSpecificConfig(frame: frame)
    #expect(built.sampleRate == config.sampleRate)
    #expect(built.coreChannels == config.coreChannels)
    #expect(built.objectType == config.objectType)
    #expect(try ElementaryStreamDescriptor(parsing: own.serialized()) == own)
  }

  @Test(arguments: ["audio/aac_he_v2.aac"])
  func `every ADTS frame of a file is found by the frame sizes alone`(_ name: String) throws {
    var bytes = try SharedMedia.bytes(name)[...]
    var frames = 0
    while bytes.count >= 7 {
      bytes = bytes.dropFirst(try ADTSHeader(frame: Array(bytes.prefix(9))).frameSize)
      frames += 1
    }
    #expect(bytes.isEmpty)
    #expect(frames > 10)
  }

  @Test func `dOps of an mp4 file and OpusHead of an Ogg file`() throws {
    let payload = try SharedMedia.box("dOps", in: SharedMedia.bytes("mp4/sample_opus.mp4"))
    #expect(try OpusConfiguration(parsing: payload).serialized() == payload)
    let ogg = try SharedMedia.bytes("audio/bbb_6ch_8kHz_opus.ogg")
    let start = try #require(ogg.indices.dropLast(8).first { Array(ogg[$0..<$0 + 8]) == Array("OpusHead".utf8) })
    let head = try OpusConfiguration(opusHead: Array(ogg[start..<start + 27]))
    #expect(head.opusHead() == Array(ogg[start..<start + 27]))
  }

  @Test(arguments: ["audio/stereo24.flac", "audio/bear_with_picture.flac"])
  func `FLAC metadata from the start of a file`(_ name: String) throws {
    let bytes = try SharedMedia.bytes(name)
    let record = try FLACConfiguration(extraData: bytes)
    let info = record.streamInfo
    #expect(info.channels == 2)
    #expect(info.totalSamples > 0)
    // The metadata ends where the first frame's sync code (RFC 9639, 9.1.1) stands.
    let metadata = record.serialized().count - 4 + "fLaC".utf8.count
    #expect(bytes[metadata] == 0xff && bytes[metadata + 1] & 0xfe == 0xf8)
  }

  @Test func `the ALAC cookie of a file is kept to the byte`() throws {
    let bytes = try SharedMedia.bytes("audio/sample_alac.mp4")
    let entry = try #require(bytes.indices.dropLast(4).first { Array(bytes[$0..<$0 + 4]) == Array("alac".utf8) })
    let payload = try SharedMedia.box("alac", in: bytes, after: entry + 4)
    #expect(try ALACConfiguration(parsing: payload).serialized() == payload)
  }

  @Test(arguments: [
    "audio/bear-vbr-xing-header.mp3", "audio/bear-vbr-vbri-header.mp3", "audio/test-cbr-info-header.mp3",
  ])
  func `every MP3 frame of a file is found by the frame sizes alone, and the tag counts them`(_ name: String) throws {
    var bytes = try SharedMedia.bytes(name)
    if bytes.starts(with: Array("ID3".utf8)) {
      bytes.removeFirst(10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) })
    }
    let tag = XingTag(frame: Array(bytes.prefix(400)))
    var position = 0
    var frames = 0
    while position + 4 <= bytes.count, let header = try? MPEGAudioHeader(frame: Array(bytes[position..<position + 4])) {
      position += try #require(header.frameSize)
      frames += 1
    }
    // An ID3v1 tag of 128 bytes may follow.
    #expect(bytes.count - position == 0 || bytes.count - position == 128)
    if let count = tag?.frameCount { #expect(frames - 1 == Int(count)) }
  }
}
