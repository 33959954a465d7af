import CoreAudioTypes
import CoreMedia
import Foundation
import MediaEngine
import MediaInterop
import MediaSupport
import Bitstreams
import MovieFile
import Testing

/// Sample entries to format descriptions and back.
@Suite struct FormatEntryTests {
  @Test(arguments: FormatMedia.fixtures)
  func `the entries of a fixture become formats, and come back`(_ path: String) throws { try check(path) }

  @Test(.enabled(if: FormatMedia.hasShared, FormatMedia.sharedReason), arguments: FormatMedia.shared)
  func `the entries of another writer's file become formats, and come back`(_ path: String) throws { try check(path) }

  private func check(_ path: String) throws {
    guard let movie = try FormatMedia.movie(path) else { return }
    for track in movie.tracks {
      for entry in track.sampleEntries {
        let format = CMFormatDescription(entry, of: track)
        #expect(format.mediaType.rawValue == track.kind.mediaType.rawValue, "\(path)")
        let own: FileFormat = track.isQuickTime ? .quickTime : .mp4
        try checkSameFamily(entry, format, own, path)
        try checkOtherFamily(entry, format, track.isQuickTime ? .mp4 : .quickTime, path)
      }
    }
  }

  /// The entry comes back as it was, but for its data reference.
  private func checkSameFamily(
    _ entry: SampleEntry, _ format: CMFormatDescription, _ file: FileFormat, _ path: String
  ) throws {
    guard ContainerFormat(file).refusal(of: format) == nil else { return }
    var expected = entry
    expected.dataReferenceIndex = 1
    let written = try SampleEntry(format, in: file)
    #expect(written.serialized(in: file) == expected.serialized(in: file), "\(path)")
    if file.isQuickTime { #expect(written == expected, "\(path)") }
  }

  /// The other family's entry describes the same media, or a sentence says who can carry it.
  private func checkOtherFamily(
    _ entry: SampleEntry, _ format: CMFormatDescription, _ file: FileFormat, _ path: String
  ) throws {
    if let reason = ContainerFormat(file).refusal(of: format) {
      #expect(reason.contains("cannot carry") || reason.contains("cannot be written to"), "\(path)")
      #expect(throws: MediaError.self) { try SampleEntry(format, in: file) }
      return
    }
    let written = try SampleEntry(format, in: file)
    let kind = HandlerType(format)
    let bytes = written.serialized(in: file)
    let read = try SampleEntry(parsing: bytes, kind: kind, isQuickTime: file.isQuickTime)
    let again = CMFormatDescription(read, kind: kind, isQuickTime: file.isQuickTime)
    #expect(again.mediaSubType == format.mediaSubType, "\(path)")
    #expect(again.audioStreamBasicDescription == format.audioStreamBasicDescription, "\(path)")
    #expect(again.dimensions.width == format.dimensions.width, "\(path)")
    #expect(again.magicCookie == format.magicCookie, "\(path)")
  }

  /// What is built from the bitstream is what the file's own writer put there.
  @Test(
    .enabled(if: FormatMedia.hasShared, FormatMedia.sharedReason),
    arguments: [
      ("mp4/sample_ac3_aac.mp4", "dac3"), ("mp4/bbb_mp3_ac3_5s.mp4", "dac3"), ("mp4/sample_av1.mp4", "av1C"),
    ])
  func `built records equal those of the file`(_ name: String, _ type: String) throws {
    let path = FormatMedia.shared(name)
    let movie = try #require(try FormatMedia.movie(path))
    for stream in try Demuxer.probe(.file(path)).streams {
      guard let entry = movie.track(id: UInt32(stream.id))?.sampleEntries.first,
        let own = entry.extensions.compactMap({ if case .box(let box) = $0 { box } else { nil } })
          .first(where: { $0.type.description == type })
      else { continue }
      var bare = stream
      bare.parameters.extradata = []
      let packet = try FormatMedia.packets(path, stream: stream.index, count: 1).first
      let built = try CMFormatDescription(stream: bare, firstPacket: packet)
      #expect(built.extensions.atoms.first { $0.type == own.type }?.payload == own.payload)
    }
  }

  @Test func `encoders' formats are written to both families`() throws {
    let stereo = ChannelLayout(count: 2, mask: 3)
    let aac = try CMFormatDescription(
      aacConfig: [0x11, 0x90], sampleRate: 48_000, layout: stereo, bitRate: 128_000)
    #expect(aac.audioStreamBasicDescription?.mFramesPerPacket == 1024)
    #expect(aac.magicCookie?.first == 3)
    let mp3 = try CMFormatDescription(mp3SampleRate: 22_050, channels: 1, samplesPerPacket: 576)
    #expect(try SampleEntry(aac, in: .mp4).format == "mp4a")
    #expect(try SampleEntry(aac, in: .quickTime).format == "mp4a")
    #expect(try SampleEntry(mp3, in: .quickTime).format == ".mp3")
    let entry = try SampleEntry(mp3, in: .mp4)
    let esds = try ElementaryStreamDescriptor(parsing: #require(entry.payload(of: "esds")))
    #expect(entry.format == "mp4a" && esds.objectType == .mpeg2Audio)
    #expect(throws: MediaError.self) { try SampleEntry(mp3, in: .m4a) }
  }

  @Test func `refusals name who can`() throws {
    let refusal = ContainerFormat.mp3.refusal(of: .mpeg4AAC, mediaType: .audio)
    #expect(
      refusal
        == "MP3 files (.mp3) cannot carry audio in the format 'aac '; .mov, .mp4, .m4v, .m4a, .mkv and .ts can")
    #expect(ContainerFormat.wav.refusal(of: .h264, mediaType: .video)?.contains("video tracks") == true)
    #expect(ContainerFormat.mp4.refusal(of: .proRes422, mediaType: .video)?.hasSuffix(".mov and .mkv can") == true)
    #expect(ContainerFormat.quickTime.refusal(of: .timeCode32, mediaType: .timeCode) == nil)
  }

  /// A transport stream has a stream for each layer, and a parser takes the second view for further pictures.
  @Test func `layers have no place in a transport stream`() throws {
    func format(_ atoms: [String]) throws -> CMFormatDescription {
      var extensions = CMFormatDescription.Extensions()
      let contents = NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: atoms.map { ($0, NSData()) }))
      extensions[.sampleDescriptionExtensionAtoms] = .init(contents)
      return try CMFormatDescription(videoCodecType: .hevc, width: 16, height: 16, extensions: extensions)
    }
    let layered = try format(["hvcC", "lhvC"])
    #expect(
      ContainerFormat.transportStream.refusal(of: layered)
        == "MPEG transport stream files (.ts) cannot carry pictures in layers; .mov, .mp4, .m4v and .mkv can")
    #expect(ContainerFormat.transportStream.refusal(of: try format(["hvcC"])) == nil)
    #expect(ContainerFormat.matroska.refusal(of: layered) == nil)
  }

  @Test(arguments: [(FourCC("samr"), 8000.0), ("sawb", 16_000)])
  func `AMR has the rate of its form and one channel, whatever its entry says`(code: FourCC, rate: Double) throws {
    let entry = SampleEntry.audio(format: code, channels: 2, sampleRate: 11_904, framesPerPacket: 0)
    guard case .audio(let fields) = entry.fields else { return }
    let basic = SoundDescription(entry, fields).basic
    #expect(basic.mSampleRate == rate && basic.mChannelsPerFrame == 1)
    #expect(Double(basic.mFramesPerPacket) == rate / 50)
  }
}
