import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct EventTests {
  private static let video = TrackFacts(
    id: 1, kind: .video, position: 1, codec: "apcn",
    video: TrackFacts.Video(width: 1920, height: 1080, primaries: "ITU_R_709_2", bitsPerComponent: 10))
  private static let audio = TrackFacts(
    id: 2, kind: .audio, position: 1, codec: "lpcm", languageCode: "eng", duration: ExactTime(value: 480, scale: 48),
    audio: TrackFacts.Audio(sampleRate: 96000, channels: 6, bitsPerChannel: 24))
  private static let source = SourceFacts(
    duration: ExactTime(value: 10, scale: 1), byteCount: 4096,
    tracks: [video, audio, TrackFacts(id: 3, kind: .timecode, position: 1, codec: "tmcd")])

  private func plan(_ output: String, _ change: (inout JobDescription) -> Void = { _ in }) throws -> Plan {
    var job = JobDescription(input: "in.mov", output: output)
    change(&job)
    return try Planner(job.renditions[0], of: job, source: Self.source).plan()
  }

  private var plans: [Plan] {
    get throws {
      [
        try plan("a.mp4"),
        try plan("a.mov") {
          $0.renditions[0].video.compression.rateControl = .averageBitRate(BitRate(bitsPerSecond: 4_000_000))
          $0.renditions[0].video.compression.profile = .high
          $0.renditions[0].video.compression.keyFrameInterval = 2
          $0.isRealTime = true
          $0.renditions[0].video.compression.pixelFormat = .yuv422p10
          $0.renditions[0].copies = [.timecode, .audio]
          $0.time = TimeSelection(
            start: .time(ExactTime(value: 1, scale: 1)), end: .at(.time(ExactTime(value: 3, scale: 1))))
        },
        try plan("a.wav"), try plan("a.mp3"),
      ]
    }
  }

  private static let output = JobResult.Output(
    path: "a \"quoted\"\n.mp4", bytes: 1 << 40, verification: .tables,
    tracks: [
      JobResult.Track(
        source: 1, kind: .video, codec: "avc1", samples: 240, start: .zero,
        duration: ExactTime(value: 240 * 1001, scale: 24000))
    ],
    ledger: Ledger())

  @Test(arguments: [(1.0, "1.0000"), (0.99996, "1.0000"), (0.9999, "0.9999"), (0.05, "0.0500"), (0.00004, "0.0000")])
  func `a similarity has four decimals, however near to 1 it is`(ssim: Double, text: String) {
    let passes = JobResult.Passes(
      count: 1, videoBytes: 1, ssim: ssim, worstSSIM: 0.5, firstVideoBytes: 1, firstSSIM: ssim, repeatedFrames: 0,
      isReached: true)
    #expect(passes.text == "1 pass (SSIM \(text), worst part 0.5000)")
  }

  private static func result(of count: Int) -> JobResult {
    JobResult(outputs: Array(repeating: output, count: count), processorSeconds: 1.5, wallSeconds: 0.75)
  }

  /// One with losses, of which the last goes to an end that nobody knows.
  private static var salvaged: JobResult {
    var salvaged = result(of: 2)
    salvaged.outputs[1].losses = [
      Loss(track: 1, kind: .video, start: .zero, end: ExactTime(value: 1, scale: 24)),
      Loss(track: 2, kind: .audio, start: ExactTime(value: 7, scale: 1), end: nil),
    ]
    return salvaged
  }

  @Test func `what is lost decides the exit code`() {
    #expect(Self.result(of: 2).exit == .complete)
    #expect(Self.salvaged.exit == .salvaged)
  }

  /// An event of each kind, and those whose members are not always there.
  private func events() throws -> [JobEvent] {
    var error = JobError(.mediaDamaged, "in.mov: a frame cannot be decoded", hint: "look")
    error.track = 1
    error.at = ExactTime(value: 1001, scale: 24000)
    var events: [JobEvent] = [
      .progress(Progress(fraction: 0, frames: 0, fps: 0, speed: 0, bytes: 0)),
      .progress(Progress(fraction: 0.5, frames: 120, fps: 60, speed: 2, secondsLeft: 2, bytes: 9, pass: 1, passes: 2)),
      .warning("a sentence"), .error(error), .error(.interrupted(by: 15)), .result(Self.result(of: 1)),
      .result(Self.result(of: 3)),
      .result(Self.salvaged), .result(Self.inPasses),
    ]
    events += ErrorCode.allCases.map { .error(JobError($0, "message")) }
    let job = JobDescription(input: "in.mov", output: "a.mp4")
    events += try plans.map { .start(JobStart(job, [$0])) }
    let several = JobDescription(input: "in.mov", renditions: try plans.map { Rendition(output: "\($0.container)") })
    events.append(.start(JobStart(several, try plans)))
    return events
  }

  /// A result with the members that few results have.
  private static var inPasses: JobResult {
    var result = result(of: 1)
    result.processorSeconds = nil
    result.outputs[0].parallelism = .segment
    result.outputs[0].tracks[0].droppedSamples = 3
    result.outputs[0].passes = JobResult.Passes(
      count: 3, videoBytes: 1 << 33, ssim: 0.98, worstSSIM: 0.1, firstVideoBytes: 7, firstSSIM: 1, repeatedFrames: 40,
      isReached: false, isAtBestQuality: true)
    result.outputs[0].ledger.kept = [Ledger.Entry("a", from: "b", to: "c", alias: "d", reason: "e")]
    result.outputs[0].ledger.added = [Ledger.Entry("f", to: "\u{1}\u{2028}🎬")]
    return result
  }

  @Test func `every event validates against the schema and begins with version and type`() throws {
    let events = try events()
    let schema = try Schema("event")
    for event in events {
      let line = event.json.line
      #expect(line.hasPrefix(#"{"v":1,"type":""#))
      #expect(!line.contains("\n"))
      #expect(try schema.problems(with: line) == [], "\(line)")
      #expect(try schema.problems(with: event.json.document) == [])
    }
  }

  @Test func `every event can be read back from its line, alone or as a line of a batch`() throws {
    for event in try events() {
      let line = event.json.line
      let read = try #require(JSON(reading: line.utf8).flatMap(JobEvent.init(reading:)), "\(line)")
      #expect(read.json.line == line)
      let ofBatch = BatchEvent.job(7, event).json.line
      guard case .job(7, let inner) = try #require(JSON(reading: ofBatch.utf8).flatMap(BatchEvent.init(reading:)))
      else {
        Issue.record("\(ofBatch)")
        continue
      }
      #expect(inner.json.line == line)
    }
  }

  @Test func `an event is not read from a line that was cut, lacks a member, or is of another version`() throws {
    for event in try events() {
      let line = event.json.line
      #expect(JSON(reading: line.utf8.dropLast()) == nil)
      guard case .object(let members) = event.json, let schema = try? Schema("event") else { continue }
      for (place, member) in members.enumerated() {
        var fewer = members
        fewer.remove(at: place)
        let object = JSON.object(fewer)
        // What the schema asks for, a reader needs too.
        if try !schema.problems(with: object.line).isEmpty {
          #expect(JobEvent(reading: object) == nil, "without \(member.name): \(object.line)")
        }
      }
      #expect(JobEvent(reading: JSON.object(members.map { $0.name == "v" ? .init(name: "v", value: 2) : $0 })) == nil)
    }
  }

  @Test func `the other documents validate too`() throws {
    let tried = SizeForecast(least: 10, most: 1e30, basis: .trial)
    for plans in try plans.map({ [$0] }) + [plans] {
      var outputs = plans.map { JobForecast.Output(Rendition(output: "\($0.container)"), size: nil) }
      #expect(try Schema("plan").problems(with: JobForecast(outputs: outputs).document(of: plans)) == [])
      // More than any disk has.
      for index in outputs.indices { outputs[index].size = tried }
      let document = JobForecast(outputs: outputs, seconds: 1...2.5).document(of: plans)
      #expect(document.contains("uncertain"))
      #expect(try Schema("plan").problems(with: document) == [])
    }
    #expect(try Schema("formats").problems(with: FormatTable.json.document) == [])
    #expect(try Schema("version").problems(with: VersionReport.json.document) == [])
    let part = PictureQuality.Component(meanSquaredError: 0, ssim: 1)
    let other = PictureQuality.Component(meanSquaredError: 2.5, ssim: 0.5)
    let quality = PictureQuality(luma: other, blueChroma: part, redChroma: part, all: other, peak: 255)
    var comparison = ComparisonResult(reference: "in.mov", output: "a.mp4", format: "320x180, 4:2:0, 8 bits")
    comparison.pictures = [ComparisonResult.Picture(time: .zero, quality: quality)]
    comparison.missing = [ExactTime(value: 1, scale: 24)]
    #expect(try Schema("compare").problems(with: comparison.document) == [])
    let files: JSON = ["v": 1, "type": "inspect", "files": [Self.source.json(path: "in.mov")]]
    #expect(try Schema("inspect").problems(with: files.document) == [])
    let missing = Inspection.json([Inspection(path: "/nonexistent/file.mov")])
    #expect(try Schema("inspect").problems(with: missing.document) == [])
  }

  @Test func `the validator finds what is wrong`() throws {
    let schema = try Schema("event")
    for line in [
      #"{"v":2,"type":"warning","message":"x"}"#, #"{"v":1,"type":"warning"}"#,
      #"{"v":1,"type":"warning","message":1}"#,
      #"{"v":1,"type":"warning","message":"x","more":1}"#, #"{"v":1,"type":"other"}"#,
      #"{"v":1,"type":"error","code":"E_OTHER","exit":65,"message":"x"}"#,
    ] {
      #expect(try !schema.problems(with: line).isEmpty, "\(line)")
    }
  }

  @Test func `strings of any content are one line of JSON that reads back`() throws {
    for text in ["\u{0}\u{1f}\u{7f}", "\"\\/\n\r\t", "é 日本 🎬", "\u{2028}"] {
      let line = JSON(text).line
      let data = Data("[\(line)]".utf8)
      #expect(try JSONSerialization.jsonObject(with: data) as? [String] == [text])
      #expect(!line.utf8.contains(10))
    }
  }

  @Test func `a job description survives JSON`() throws {
    var job = JobDescription(input: "-", output: "a.mov")
    job.renditions[0].format = .mov
    job.renditions[0].video.size = .within(.size(PictureSize(width: 640, height: 480)))
    job.renditions[0].tracks = TrackSelection(argument: "video:1,audio:en")
    job.renditions[0].drops = [.timecode]
    job.time.start = TimePoint(argument: "00:00:01:12")
    let data = try JSONEncoder().encode(job)
    #expect(try JSONDecoder().decode(JobDescription.self, from: data) == job)
  }

  @Test func `a log is a new file, an empty one, or replaced on demand, and never the source`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(path: folder.path("log"), replaces: false, sparing: ["in.mov"])
    log.write(JobEvent.warning("one"))
    log.write(JobEvent.warning("two"))
    #expect(try folder.read("log").split(separator: "\n").count == 2)
    let taken = #expect(throws: JobError.self) {
      try EventLog(path: folder.path("log"), replaces: false, sparing: ["in.mov"])
    }
    #expect(taken?.code == .outputExists)
    let source = #expect(throws: JobError.self) {
      try EventLog(path: folder.path("log"), replaces: true, sparing: [folder.path("log")])
    }
    #expect(source?.code == .outputIsInput)
    #expect(try folder.read("log").split(separator: "\n").count == 2)
    _ = try EventLog(path: folder.path("log"), replaces: true, sparing: ["in.mov"])
    #expect(try folder.read("log").isEmpty)
  }

  @Test func `a log takes the place of events alone, and never that of an output`() throws {
    let folder = try TemporaryFolder()
    for text in ["RIFF", "{", "a list of files\n"] {
      try folder.write(text, to: "file")
      for replaces in [false, true] {
        let error = #expect(throws: JobError.self) {
          try EventLog(path: folder.path("file"), replaces: replaces, sparing: [])
        }
        #expect(error?.code == .outputExists)
        #expect(error?.message.hasSuffix("exists already and holds no events") == true)
      }
      #expect(try folder.read("file") == text)
    }
    let output = #expect(throws: JobError.self) {
      try EventLog(
        path: folder.path("out.mp4"), replaces: true, sparing: [], besides: [folder.path("./out.mp4")])
    }
    #expect(output?.code == .usage)
    try folder.write("", to: "empty")
    let source = #expect(throws: JobError.self) {
      try EventLog(path: folder.path("empty"), replaces: false, sparing: [folder.path("empty")])
    }
    #expect(source?.code == .outputIsInput)
    #expect(folder.names == ["empty", "file"])
  }

  @Test func `a descriptor that is not open for writing is refused`() throws {
    let null = open("/dev/null", O_RDONLY)
    defer { close(null) }
    #expect(throws: JobError.self) { try EventLog(descriptor: null) }
    #expect(throws: JobError.self) { try EventLog(descriptor: 1_000_000) }
  }
}
