import MediaSupport
import Testing

@testable import MediaInterop

/// The facts that are answered without the library are the library's own.
struct KnownFactsTests {
  @Test(arguments: CodecID.facts.keys.sorted { $0.rawValue < $1.rawValue })
  func `a coding's facts`(codec: CodecID) throws {
    let facts = try #require(codec.facts)
    #expect(facts.name == codec.libraryName)
    #expect(facts.hasDecoder == codec.hasLibraryDecoder)
    #expect(facts.isLossless == codec.isLosslessInLibrary)
    #expect(codec == .none || CodecID.known(facts.name) == codec)
  }

  @Test func `the kinds of all numbers`() {
    let numbers = [0..<1024, 0x10000..<0x10000 + 8192, 0x17000..<0x17400, 0x18000..<0x18400] as [Range<UInt32>]
    let known = numbers.joined().map(CodecID.init).filter { $0.libraryKind != .unknown }
    #expect(known.count > 300)
    for codec in known { #expect(codec.kind == codec.libraryKind, "\(codec)") }
  }

  @Test(arguments: CodecID.profileNames.keys.sorted { $0.rawValue < $1.rawValue })
  func `the names of profiles`(codec: CodecID) throws {
    for (profile, name) in try #require(codec.profileNames) {
      #expect(codec.libraryName(ofProfile: profile) == name, "\(codec) \(profile)")
    }
  }

  @Test func `the usual speakers`() {
    let usual = [
      1: "mono", 2: "stereo", 3: "2.1", 4: "4.0", 5: "5.0", 6: "5.1", 7: "6.1", 8: "7.1", 16: "hexadecagonal",
      24: "22.2",
    ]
    for count in 0...64 {
      #expect(
        ChannelLayout.default(count: count) == usual[count].map { ChannelLayout(name: $0) }
          ?? .init(count: count, mask: 0))
    }
    for (mask, name) in ChannelLayout.names {
      #expect(ChannelLayout(name: name) == ChannelLayout(count: mask.nonzeroBitCount, mask: mask), "\(name)")
    }
  }

  @Test func `parameters come back from the library's structure`() {
    var parameters = CodecParameters(codec: .h264)
    (parameters.tag, parameters.extradata, parameters.profile, parameters.level) = (0x3163_7661, [1, 2, 3], 100, 31)
    (parameters.width, parameters.height, parameters.reorderDepth) = (640, 360, 2)
    (parameters.bitRate, parameters.bitsPerCodedSample, parameters.sampleAspectRatio) = (1000, 24, Rational(4, 3))
    parameters.color = ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false, chromaLocation: 2)
    parameters.pixelFormat = .yuv420p10
    for order in [FieldOrder.progressive, .topFirst, .bottomFirst] {
      for isReversed in [false, true] where order != .progressive || !isReversed {
        parameters.fieldOrder = order
        parameters.codesFieldsInReverse = isReversed
        #expect(parameters.withCParameters { CodecParameters(copying: $0) } == parameters)
      }
    }
    var sound = CodecParameters(codec: .aac)
    sound.audioFormat = AudioFormat(
      sampleRate: 44_100, layout: ChannelLayout(count: 6, mask: 0x3F), sampleFormat: .f32, isPlanar: true)
    (sound.frameSize, sound.blockAlign, sound.initialPadding, sound.trailingPadding) = (1024, 4, 2112, 7)
    #expect(sound.withCParameters { CodecParameters(copying: $0) } == sound)
  }
}
