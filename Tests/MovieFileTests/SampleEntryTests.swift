import Testing

@testable import MovieFile

/// Sample entries in both forms.
@Suite struct SampleEntryTests {
  private func roundTrip(_ entry: SampleEntry, kind: HandlerType, _ format: FileFormat) throws -> SampleEntry {
    var writer = ByteWriter()
    writer.fullBox("stsd") {
      $0.u32(1)
      entry.write(to: &$0, in: format)
    }
    var reader = ByteReader(writer.bytes, boxType: "test")
    let box = try #require(try reader.nextBox())
    return try #require(try SampleEntry.read(box, kind: kind, isQuickTime: format.isQuickTime).first)
  }

  private func audio(_ entry: SampleEntry) throws -> AudioFields {
    guard case .audio(let fields) = entry.fields else { throw NotAudio() }
    return fields
  }

  private struct NotAudio: Error {}

  @Test func `every extension of pictures comes back`() throws {
    let extensions: [SampleEntryExtension] = [
      .box(OpaqueBox("hvcC", [1, 2, 3])), .color(.coded(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)),
      .color(.profile("prof", [9, 8, 7])), .pixelAspectRatio(.init(horizontal: 40, vertical: 33)),
      .fields(count: 2, detail: 9), .bitRate(bufferSize: 1, maximum: 2, average: 3),
      .contentLightLevel(maximum: 1000, frameAverage: 400), .masteringDisplay(Array(0..<24)),
      .cleanAperture(
        .init(width: .init(1919), height: .init(1079), horizontalOffset: .init(-1, 2), verticalOffset: .init(0))),
    ]
    let entry = SampleEntry.video(
      format: "hvc1", width: 1920, height: 1080, compressorName: "Grüße aus einer sehr langen Beschreibung",
      extensions: extensions)
    for format in FileFormat.allCases {
      let read = try roundTrip(entry, kind: .video, format)
      #expect(read.extensions == extensions)
      guard case .video(let fields) = read.fields else { continue }
      #expect(fields.compressorName.utf8.count <= 31)
      #expect("Grüße aus einer sehr langen Beschreibung".hasPrefix(fields.compressorName))
    }
  }

  @Test func `colour says its range where it must`() {
    let narrow = ColorInformation.coded(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    let full = ColorInformation.coded(primaries: 1, transfer: 1, matrix: 1, isFullRange: true)
    #expect(narrow.box(in: .quickTime).payload == Array("nclc".utf8) + [0, 1, 0, 1, 0, 1])
    #expect(full.box(in: .quickTime).payload == Array("nclx".utf8) + [0, 1, 0, 1, 0, 1, 0x80])
    #expect(narrow.box(in: .mp4).payload == Array("nclx".utf8) + [0, 1, 0, 1, 0, 1, 0])
  }

  @Test func `sound has the version that its fields need`() throws {
    let plain = SampleEntry.audio(format: "twos", channels: 2, sampleRate: 44100, framesPerPacket: 1)
    #expect(try audio(roundTrip(plain, kind: .audio, .quickTime)).version == .zero)
    let aac = try roundTrip(SyntheticMovie.audioEntry, kind: .audio, .quickTime)
    #expect(try audio(aac).version == .one)
    #expect(try audio(aac).framesPerPacket == 1024)
    #expect(try audio(aac).compressionID == -2)
    #expect(aac.payload(of: "esds") == SyntheticMovie.esds)
    var lpcm = SampleEntry.audio(
      format: "lpcm", channels: 6, sampleRate: 96000, bitsPerSample: 24, framesPerPacket: 1, bytesPerPacket: 18,
      extensions: [.box(OpaqueBox("chan", [UInt8](repeating: 0, count: 16)))])
    guard case .audio(var fields) = lpcm.fields else { return }
    fields.formatFlags = 12
    lpcm.fields = .audio(fields)
    let read = try roundTrip(lpcm, kind: .audio, .quickTime)
    let sound = try audio(read)
    #expect(sound.version == .two)
    #expect(sound.channels == 6 && sound.sampleRate == 96000 && sound.bitsPerSample == 24)
    #expect(sound.formatFlags == 12 && sound.bytesPerPacket == 18 && sound.framesPerPacket == 1)
    #expect(read.extensions == lpcm.extensions)
  }

  /// What a QuickTime movie keeps in `wave` comes out where ISO wants it, when it is copied to an MPEG-4 file.
  @Test func `a wave box is unpacked for ISO`() throws {
    let quickTime = try roundTrip(SyntheticMovie.audioEntry, kind: .audio, .quickTime)
    #expect(quickTime.extensions.contains { if case .box(let box) = $0 { box.type == "wave" } else { false } })
    let iso = try roundTrip(quickTime, kind: .audio, .mp4)
    #expect(iso.extensions == [.box(OpaqueBox("esds", SyntheticMovie.esds))])
    // And a copy within QuickTime is the same description.
    #expect(try roundTrip(quickTime, kind: .audio, .quickTime) == quickTime)
  }

  @Test func `time code and other entries come back`() throws {
    let fields = TimecodeFields(
      flags: [.dropFrame, .wrapsAt24Hours], timeScale: 30000, frameDuration: 1001, framesPerSecond: 30)
    #expect(try roundTrip(.timecode(fields), kind: .timecode, .quickTime) == .timecode(fields))
    let other = SampleEntry.other(format: "mebx", payload: [1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(try roundTrip(other, kind: .metadata, .mp4) == other)
  }

  @Test func `languages are packed codes or numbers of QuickTime`() {
    #expect(Language("und")?.rawValue == 0x55C4)
    #expect(Language("deu")?.code == "deu")
    #expect(Language("DE") == nil && Language("de1") == nil)
    #expect(Language(rawValue: 0).code == "eng")
    #expect(Language(rawValue: 11).code == "jpn")
    #expect(Language(rawValue: 94).code == "epo")
    #expect(Language(rawValue: 0x7FFF).code == nil)
    #expect(Language(rawValue: 300).code == nil)
  }

  @Test func `four-character codes are read as text, and shown as it where they can be`() {
    #expect(FourCC("©nam").rawValue == 0xA96E_616D)
    #expect(FourCC("moov").description == "moov")
    #expect(FourCC(rawValue: 0x0000_0001).description == "\\x00\\x00\\x00\\x01")
  }
}
