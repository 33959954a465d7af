import Testing

@testable import AVWritePipeline

@Suite struct PlannerTests {
  private static func video(_ id: Int32 = 1, width: Int = 1920, height: Int = 1080) -> TrackFacts {
    TrackFacts(
      id: id, kind: .video, position: 1, codec: "avc1", video: TrackFacts.Video(width: width, height: height))
  }

  private static func audio(
    _ id: Int32, _ codec: String, rate: Double = 48000, channels: Int = 2, position: Int = 1, bits: Int? = nil
  ) -> TrackFacts {
    TrackFacts(
      id: id, kind: .audio, position: position, codec: codec,
      audio: TrackFacts.Audio(sampleRate: rate, channels: channels, bitsPerChannel: bits))
  }

  /// - Parameter carries: the codings of sound that the container takes as they are, beside its usual one.
  private func plan(
    _ tracks: [TrackFacts], to output: String = "out.mp4", carries: Set<String> = [],
    _ change: (inout JobDescription) -> Void = { _ in }
  ) throws -> Plan {
    var job = JobDescription(input: "in.mov", output: output)
    change(&job)
    let source = SourceFacts(duration: ExactTime(value: 10, scale: 1), byteCount: nil, tracks: tracks)
    return try Planner(
      job.renditions[0], of: job, source: source,
      refusals: { container in
        let refused = tracks.filter {
          $0.kind == .audio && !$0.isCopied(as: container.usualAudioCodec) && !carries.contains($0.codec)
        }
        return Dictionary(uniqueKeysWithValues: refused.map { ($0.id, "it does not fit") })
      }
    ).plan()
  }

  private func audioEncoding(_ plan: Plan) throws -> AudioEncoding {
    guard case .encodeAudio(let encoding) = try #require(plan.tracks.last).action else {
      throw JobError(.internalError, "audio is not encoded")
    }
    return encoding
  }

  private func videoEncoding(_ plan: Plan) throws -> VideoEncoding {
    guard case .encodeVideo(let encoding) = try #require(plan.tracks.first).action else {
      throw JobError(.internalError, "video is not encoded")
    }
    return encoding
  }

  @Test func `video is encoded at quality 23 and AAC passes through`() throws {
    let plan = try plan([Self.video(), Self.audio(2, "aac ")])
    let video = try videoEncoding(plan)
    #expect(video.compression.rateControl == .quality(23))
    #expect(video.compression.speed == .medium)
    #expect((video.width, video.height) == (1920, 1080))
    #expect(plan.tracks[1].action == .copy)
  }

  @Test func `coded sound that the container carries is copied, and linear PCM is coded`() throws {
    for codec in ["flac", "opus", "dtsc"] {
      let plan = try plan([Self.audio(1, codec)], to: "out.mkv", carries: [codec])
      #expect(plan.tracks[0].action == .copy && plan.tracks[0].reason == "its codec fits in mkv")
      #expect(try audioEncoding(self.plan([Self.audio(1, codec)], to: "out.mkv")).format.codec == .aac)
    }
    #expect(try audioEncoding(plan([Self.audio(1, "lpcm")], to: "out.mkv", carries: ["lpcm"])).format.codec == .aac)
    let asked = try plan([Self.audio(1, "flac")], to: "out.mkv", carries: ["flac"]) {
      $0.renditions[0].audio.codec = .opus
    }
    #expect(try audioEncoding(asked).format.codec == .opus)
  }

  @Test(arguments: [
    ("out.mp4", "lpcm", 2, AudioEncoding.Format.lossy(.aac, BitRate(bitsPerSecond: 128_000))),
    ("out.mov", "lpcm", 6, .lossy(.aac, BitRate(bitsPerSecond: 384_000))),
    ("out.mp3", "aac ", 1, .lossy(.mp3, BitRate(bitsPerSecond: 64_000))),
    ("out.wav", "aac ", 2, .pcm(.s16le)),
  ])
  func `other audio is encoded in the container's usual codec`(
    output: String, codec: String, channels: Int, expected: AudioEncoding.Format
  ) throws {
    let encoding = try audioEncoding(plan([Self.audio(1, codec, channels: channels)], to: output))
    #expect(encoding.format == expected)
    #expect(encoding.channels == channels)
  }

  @Test func `an audio option asks for encoding`() throws {
    let encoding = try audioEncoding(
      plan([Self.audio(1, "aac ")]) { $0.renditions[0].audio.bitRate = BitRate(argument: "96k") })
    #expect(encoding.format == .lossy(.aac, BitRate(bitsPerSecond: 96_000)))
    let mono = try audioEncoding(plan([Self.audio(1, "aac ")]) { $0.renditions[0].audio.channels = .exactly(1) })
    #expect(mono.channels == 1)
  }

  @Test(arguments: [(1, 6, 1), (2, 6, 2), (8, 6, 6), (8, 2, 2)])
  func `at most so many channels are the source's where those are fewer`(
    channels: Int, limit: Int, expected: Int
  ) throws {
    let encoding = try audioEncoding(
      plan([Self.audio(1, "lpcm", channels: channels)]) { $0.renditions[0].audio.channels = .atMost(limit) })
    #expect(encoding.channels == expected)
  }

  @Test func `sound of no more channels than there may be passes through`() throws {
    let passing = try plan([Self.audio(1, "aac ", channels: 1)]) { $0.renditions[0].audio.channels = .atMost(2) }
    #expect(passing.tracks.map(\.action) == [.copy])
    let mixed = try audioEncoding(
      plan([Self.audio(1, "aac ", channels: 6)]) { $0.renditions[0].audio.channels = .atMost(2) })
    #expect(mixed.channels == 2)
  }

  @Test(arguments: [
    ("hevc", 8, VideoCompression.RateControl?.some(.quality(28)), VideoCompression.PixelFormat.yuv420p),
    ("hevc", 10, .quality(28), .yuv420p10),
    ("prores", 8, nil, .yuv422p10), ("mjpeg", 8, .quality(3), .yuv420p), ("h264", 10, .quality(23), .yuv420p),
    ("av1", 8, .quality(35), .yuv420p), ("av1", 12, .quality(35), .yuv420p10), ("vp9", 10, .quality(31), .yuv420p10),
    ("ffv1", 10, nil, nil),
  ])
  func `a video codec has its usual quality and samples`(
    codec: String, bits: Int, rate: VideoCompression.RateControl?, pixelFormat: VideoCompression.PixelFormat?
  ) throws {
    var track = Self.video()
    track.video?.bitsPerComponent = bits
    let plan = try plan([track], to: "out.mov") { $0.renditions[0].video.codec = VideoChoice.Codec(rawValue: codec)! }
    let encoding = try videoEncoding(plan)
    #expect(encoding.codec.rawValue == codec)
    #expect(encoding.compression.rateControl == rate)
    #expect(encoding.compression.pixelFormat == pixelFormat)
    let depth = plan.ledger.converted.first { $0.fact == "track.1.video.bitDepth" }
    let changed = pixelFormat.map(\.bitsPerComponent).flatMap { $0 == bits ? nil : "\($0)" }
    #expect(depth?.to == changed)
  }

  @Test(
    arguments: [
      ("mp4", nil, 8, "h264", 8), ("mp4", nil, 10, "hevc", 10), ("mov", "SMPTE_ST_2084_PQ", 10, "hevc", 10),
      ("m4v", "ITU_R_2100_HLG", nil, "hevc", 10), ("mp4", "ITU_R_709_2", 8, "h264", 8),
    ] as [(String, String?, Int?, String, Int)])
  func `deep pictures and those of high dynamic range become HEVC of ten bits`(
    container: String, transfer: String?, bits: Int?, codec: String, depth: Int
  ) throws {
    var track = Self.video()
    track.video?.bitsPerComponent = bits
    track.video?.transfer = transfer
    let encoding = try videoEncoding(plan([track], to: "out.\(container)"))
    #expect(encoding.codec.rawValue == codec)
    #expect(encoding.compression.pixelFormat?.bitsPerComponent == depth)
  }

  /// Ten bits where the codec has them; who asks for eight is told what that does.
  @Test(arguments: [
    (VideoChoice.Codec.h264, nil, nil, 10), (.h264, VideoCompression.PixelFormat.yuv420p, nil, 8),
    (.h264, nil, VideoCompression.Profile.high, 8), (.mjpeg, nil, nil, 8), (.av1, nil, nil, 10),
    (.hevc, .yuv420p, nil, 8),
  ])
  func `eight bits of high dynamic range are said`(
    codec: VideoChoice.Codec, format: VideoCompression.PixelFormat?, profile: VideoCompression.Profile?, depth: Int
  ) throws {
    var track = Self.video()
    track.video?.bitsPerComponent = 10
    track.video?.transfer = "SMPTE_ST_2084_PQ"
    let plan = try plan([track], to: "out.mov") {
      $0.renditions[0].video.codec = codec
      $0.renditions[0].video.compression.pixelFormat = format
      $0.renditions[0].video.compression.profile = profile
      $0.renditions[0].video.toneMapping = .off
    }
    #expect(try videoEncoding(plan).compression.pixelFormat?.bitsPerComponent == depth)
    let isSaid = plan.ledger.converted.contains {
      $0.fact == "track.1.video.bitDepth" && $0.reason?.hasPrefix("HDR in 8 bits") == true
    }
    #expect(isSaid == (depth == 8))
  }

  @Test func `a video codec that the container lacks names those that have it`() throws {
    let error = #expect(throws: JobError.self) {
      _ = try plan([Self.video()], to: "out.mp4") { $0.renditions[0].video.codec = .prores }
    }
    #expect(error?.exit.code == 69)
    #expect(error?.hint == "mov, mkv can")
  }

  /// A container's refusals are the table's, and each names all that have no reason to refuse.
  @Test(arguments: Container.allCases)
  func `a codec that the container lacks names all those that have it`(container: Container) throws {
    for codec in AudioChoice.Codec.allCases where codec != .copy && codec != .none {
      let outcome = Result {
        try plan([Self.audio(1, "lpcm")], to: "out.\(container.rawValue)") { $0.renditions[0].audio.codec = codec }
      }
      let carriers = Container.allCases.filter { $0.audioEncoders.contains(codec) }
      try check(outcome, isCarried: container.audioEncoders.contains(codec), by: carriers)
    }
    guard !container.videoEncoders.isEmpty else { return }
    for codec in VideoChoice.Codec.allCases where codec != .copy && codec != .none {
      let outcome = Result {
        try plan([Self.video()], to: "out.\(container.rawValue)") { $0.renditions[0].video.codec = codec }
      }
      let carriers = Container.allCases.filter { $0.videoEncoders.contains(codec) }
      try check(outcome, isCarried: container.videoEncoders.contains(codec), by: carriers)
    }
  }

  private func check(_ plan: Result<Plan, any Error>, isCarried: Bool, by carriers: [Container]) throws {
    switch plan {
    case .success: #expect(isCarried)
    case .failure(let error):
      let error = try #require(error as? JobError)
      #expect(!isCarried && error.exit.code == 69)
      #expect(!carriers.isEmpty && error.hint == carriers.map(\.rawValue).joined(separator: ", ") + " can")
    }
  }

  @Test(arguments: [("out.aiff", 8 * 3600, true), ("out.aiff", 3600, false), ("out.wav", 8 * 3600, false)])
  func `linear PCM that is longer than the container's sizes is refused before it is written`(
    output: String, seconds: Int64, isRefused: Bool
  ) throws {
    let job = JobDescription(input: "in.wav", output: output)
    let source = SourceFacts(
      duration: ExactTime(value: seconds, scale: 1), byteCount: nil, tracks: [Self.audio(1, "lpcm", bits: 24)])
    let outcome = Result { try Planner(job.renditions[0], of: job, source: source).plan() }
    guard case .failure(let error) = outcome else {
      #expect(!isRefused)
      return
    }
    #expect(isRefused && (error as? JobError)?.exit.code == 69)
    #expect((error as? JobError)?.hint == "mov, mp4, mkv, wav, caf can be larger")
  }

  @Test func `what a codec cannot carry is converted and said`() throws {
    let plan = try plan([Self.audio(1, "lpcm", rate: 96000, channels: 6)], to: "out.mp3")
    let encoding = try audioEncoding(plan)
    #expect((encoding.sampleRate, encoding.channels) == (48000, 2))
    let changes = Set(plan.ledger.converted)
    #expect(changes.contains(Ledger.Entry("track.1.audio.channels", from: "6", to: "2", reason: "mixed")))
    #expect(changes.contains(Ledger.Entry("track.1.audio.sampleRate", from: "96000", to: "48000", reason: "resampled")))
  }

  @Test(arguments: [
    ("opus", 2, AudioEncoding.Format.lossy(.opus, BitRate(bitsPerSecond: 96_000))),
    ("opus", 1, .lossy(.opus, BitRate(bitsPerSecond: 64_000))),
    ("ac3", 6, .lossy(.ac3, BitRate(bitsPerSecond: 448_000))),
    ("eac3", 2, .lossy(.eac3, BitRate(bitsPerSecond: 192_000))),
    ("alac", 2, .lossless(.alac, bits: 24)), ("flac", 2, .lossless(.flac, bits: 24)),
  ])
  func `a wanted codec has its usual rate or the source's depth`(
    codec: String, channels: Int, expected: AudioEncoding.Format
  ) throws {
    let plan = try plan([Self.audio(1, "lpcm", channels: channels, bits: 32)]) {
      $0.renditions[0].audio.codec = AudioChoice.Codec(rawValue: codec)
    }
    #expect(try audioEncoding(plan).format == expected)
    // Less than the source has is said.
    let depth = plan.ledger.converted.first { $0.fact == "track.1.audio.bitDepth" }
    #expect(depth?.to == expected.bits.map(String.init))
  }

  @Test func `a low rate bounds AAC's bit rate`() throws {
    let encoding = try audioEncoding(plan([Self.audio(1, ".amr", rate: 8000, channels: 1)]))
    #expect(encoding.format == .lossy(.aac, BitRate(bitsPerSecond: 48_000)))
  }

  @Test func `every track left out is in the ledger with its reason`() throws {
    let timecode = TrackFacts(id: 3, kind: .timecode, position: 1, codec: "tmcd")
    let plan = try plan([Self.video(), Self.audio(2, "aac "), timecode], to: "out.mkv")
    #expect(plan.tracks.map(\.source.id) == [1, 2])
    #expect(plan.ledger.dropped.map(\.fact) == ["track.3", "track.3.codec", "track.3.enabled"])
    #expect(Set(plan.ledger.dropped.map(\.reason)) == ["mkv carries no timecode tracks"])
    let kept = try self.plan([Self.video(), timecode], to: "out.mov") { $0.renditions[0].copies = [.timecode] }
    #expect(kept.tracks.map(\.action).last == .copy)
  }

  @Test func `timed metadata that tells a place goes with the place`() throws {
    var places = TrackFacts(id: 3, kind: .metadata, position: 1, codec: "mebx")
    places.tellsLocation = true
    let turns = TrackFacts(id: 4, kind: .metadata, position: 2, codec: "mebx")
    let tracks = [Self.video(), places, turns]
    #expect(try plan(tracks, to: "out.mov").tracks.map(\.source.id) == [1, 3, 4])
    let stripped = try plan(tracks, to: "out.mov") { $0.renditions[0].metadata.isLocationStripped = true }
    #expect(stripped.tracks.map(\.source.id) == [1, 4])
    #expect(stripped.ledger.dropped.first?.reason == "--strip-location")
    let bare = try plan(tracks, to: "out.mov") { $0.renditions[0].metadata.isStripped = true }
    #expect(bare.tracks.map(\.source.id) == [1, 4])
  }

  @Test func `transparent pictures stay so where codec and container can`() throws {
    func format(_ output: String, deep: Bool = false, hdr: Bool = false) throws -> VideoCompression.PixelFormat? {
      var track = Self.video()
      track.video?.hasAlpha = true
      if deep { track.video?.bitsPerComponent = 10 }
      if hdr { track.video?.transfer = TrackFacts.Video.perceptualQuantizer }
      return try videoEncoding(plan([track], to: output) { $0.renditions[0].video.codec = .vp9 }).compression
        .pixelFormat
    }
    #expect(try format("out.webm") == .yuva420p)
    #expect(try format("out.mkv", deep: true) == .yuva420p)
    #expect(try format("out.webm", deep: true, hdr: true) == .yuv420p10)
    #expect(try format("out.mp4") == .yuv420p)
  }

  @Test func `an audio file takes one track and no video`() throws {
    let plan = try plan([Self.video(), Self.audio(2, "lpcm"), Self.audio(3, "lpcm", position: 2)], to: "out.wav")
    #expect(plan.tracks.map(\.source.id) == [2])
    let reasons = plan.ledger.dropped.filter { ["track.1", "track.3"].contains($0.fact) }.map(\.reason)
    #expect(reasons == ["wav carries no video tracks", "wav carries only one track"])
  }

  @Test func `a track without a decoder is left out beside another and refused alone`() throws {
    var unknown = Self.audio(3, "apac", position: 2)
    unknown.isDecodable = false
    #expect(try plan([Self.audio(2, "aac "), unknown]).tracks.map(\.source.id) == [2])
    let error = #expect(throws: JobError.self) { try plan([unknown]) }
    #expect(error?.code == .decoderMissing)
  }

  @Test func `nothing to write is an error that says why`() {
    let error = #expect(throws: JobError.self) { try plan([Self.video()], to: "out.m4a") }
    #expect(error?.code == .noTracks)
    #expect(error?.message.contains("m4a carries no video tracks") == true)
    #expect(throws: JobError(.inputEmpty, "in.mov: has no tracks")) { try plan([]) }
  }

  @Test func `a codec that the container does not carry names one that does`() {
    let error = #expect(throws: JobError.self) {
      try plan([Self.audio(1, "lpcm")], to: "out.wav") { $0.renditions[0].audio.codec = .mp3 }
    }
    #expect(error?.exit == .unavailable)
    #expect(error?.hint == "mov, mp4, mkv, ts, mp3 can")
  }

  @Test func `a size is the displayed one, so a turned picture is encoded on its side`() throws {
    var track = Self.video(width: 1920, height: 1080)
    track.video?.transform = [0, 1, -1, 0, 1080, 0]
    let encoding = try videoEncoding(
      plan([track]) { $0.renditions[0].video.size = .exactly(.size(PictureSize(width: 540, height: 960))) })
    #expect((encoding.width, encoding.height) == (960, 540))
    #expect(encoding.transform == [0, 1, -1, 0, 540, 0])
  }

  @Test func `the largest size keeps the shape, is even and never enlarges`() throws {
    func size(_ width: Int, _ height: Int, within box: PictureSize) throws -> [Int] {
      let track = Self.video(width: width, height: height)
      let encoding = try videoEncoding(plan([track]) { $0.renditions[0].video.size = .within(.size(box)) })
      return [encoding.width, encoding.height]
    }
    #expect(try size(1920, 1080, within: PictureSize(width: 1280, height: 1280)) == [1280, 720])
    #expect(try size(1000, 333, within: PictureSize(width: 101, height: 101)) == [100, 34])
    #expect(try size(320, 240, within: PictureSize(width: 1280, height: 720)) == [320, 240])
  }

  @Test func `scaling makes pixels square`() throws {
    var track = Self.video(width: 720, height: 576)
    track.video?.pixelAspect = TrackFacts.PixelAspect(horizontal: 64, vertical: 45)
    let encoding = try videoEncoding(
      plan([track]) { $0.renditions[0].video.size = .within(.size(PictureSize(width: 512, height: 512))) })
    #expect((encoding.width, encoding.height) == (512, 288))
    #expect(encoding.pixelAspect == .square)
  }

  @Test func `a range outside the input is a usage error`() throws {
    let late = #expect(throws: JobError.self) {
      try self.plan([Self.video()]) { $0.time.start = TimePoint(argument: "11") }
    }
    #expect(late?.exit == .usage)
    let backwards = #expect(throws: JobError.self) {
      try self.plan([Self.video()]) {
        $0.time = TimeSelection(start: TimePoint(argument: "5"), end: TimePoint(argument: "5").map { .at($0) })
      }
    }
    #expect(backwards?.exit == .usage)
    var delayed = Self.video()
    (delayed.start, delayed.beginsWithEmptyEdit) = (ExactTime(value: 8, scale: 1), true)
    let empty = #expect(throws: JobError.self) {
      try self.plan([delayed]) { $0.time.end = TimePoint(argument: "5").map { .at($0) } }
    }
    #expect(empty?.exit == .usage)
    let chosen = try plan([Self.video()]) {
      $0.time = TimeSelection(start: TimePoint(argument: "1.5"), end: TimePoint(argument: "2").map { .after($0) })
    }
    #expect(chosen.part.end == ExactTime(value: 35, scale: 10))
  }

  @Test func `an end behind the source's is the source's`() throws {
    let source = SourceFacts(duration: ExactTime(value: 10, scale: 1), byteCount: nil, tracks: [Self.video()])
    for (end, seconds) in [("4", 3.0), ("10", 9), ("1000", 9)] {
      let plan = try plan([Self.video()]) {
        $0.time = TimeSelection(start: TimePoint(argument: "1"), end: TimePoint(argument: end).map { .at($0) })
        $0.renditions[0].video.compression.targetSize = ByteCount(bytes: 9_000_000)
      }
      #expect(plan.seconds(of: source) == seconds)
      // What the container needs is no thousandth.
      guard case .averageBitRate(let rate) = try videoEncoding(plan).compression.rateControl else {
        Issue.record("it aims at no bit rate")
        continue
      }
      #expect((0.999..<1).contains(Double(rate.bitsPerSecond) * seconds / 72_000_000))
    }
    let endless = SourceFacts(duration: nil, byteCount: nil, tracks: [Self.video()])
    #expect(try plan([Self.video()]).seconds(of: endless) == nil)
  }

  @Test func `an unknown extension names the containers there are`() {
    let error = #expect(throws: JobError.self) { try plan([Self.video()], to: "out.xyz") }
    #expect(error?.code == .containerUnsupported)
    #expect(error?.hint?.contains("mp4") == true)
  }
}
