import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct JobFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func jobs(_ text: String, name: String = "jobs.yaml") throws -> [JobDescription] {
    let path = try folder.write(text, to: name)
    var beneath = BatchJob.Output(OutputNaming(folder: "out"), Rendition(output: ""))
    beneath.rendition.video.compression.speed = .fast
    return try JobFile(path: path, presets: PresetCatalog(environment: [:]))
      .jobs(beneath, like: JobDescription(input: "", renditions: [])).map(\.description)
  }

  @Test func `each input of an entry becomes each of its outputs`() throws {
    let found = try jobs(
      """
      - inputs: [a.mov, b.mov]
        start: 1:30
        outputs:
          - {suffix: -hd, format: mkv, crf: 20}
          - {suffix: -sd, output-dir: sd, max-size: 640x360, speed: slow}
      - input: c.mov
        output: special.webm
      - input: d.mov
      """)
    #expect(found.map(\.input) == ["a.mov", "b.mov", "c.mov", "d.mov"])
    #expect(
      found.map { $0.renditions.map(\.output) } == [
        ["out/a-hd.mkv", "sd/a-sd.mp4"], ["out/b-hd.mkv", "sd/b-sd.mp4"], ["special.webm"], ["out/d.mp4"],
      ])
    #expect(found[0].renditions[0].video.compression.rateControl == .quality(20))
    #expect(found[0].renditions.map(\.video.compression.speed) == [.fast, .slow])
    #expect(found.map { $0.time.start != nil } == [true, true, false, false])
  }

  @Test func `a preset lies between the command line and the entry`() throws {
    let job = try jobs("{input: a.wav, output: {preset: podcast, channels: 2}}")[0]
    #expect(job.renditions[0].output == "out/a.mp3")
    #expect(job.renditions[0].audio.channels == .exactly(2))
    #expect(job.renditions[0].audio.loudness != nil)
  }

  @Test func `the format beside a path counts, and a preset's only where the path names no container`() throws {
    let found = try jobs(
      """
      - {input: a.mov, output: {path: a.mp4, format: mkv}}
      - {input: a.wav, output: {path: a.m4a, preset: podcast}}
      - {input: a.wav, output: {path: a.out, preset: podcast}}
      """)
    #expect(found.map { $0.renditions[0].format } == [.mkv, nil, .mp3])
    #expect(found.map { $0.renditions[0].output } == ["a.mp4", "a.m4a", "a.out"])
  }

  @Test func `NDJSON is an entry in each line`() throws {
    let text =
      #"{"input": "a.mov"}"# + "\n\n" + #"{"inputs": ["b.mov"], "output": {"crf": 20, "format": "mov"}}"# + "\n"
    #expect(try jobs(text, name: "jobs.ndjson").map { $0.renditions[0].output } == ["out/a.mp4", "out/b.mov"])
    let lines = text.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(try jobs(lines, name: "jobs.ndjson").map(\.input) == ["a.mov", "b.mov"])
    let schema = try Schema("jobs")
    for line in text.split(separator: "\n") { #expect(try schema.problems(with: String(line)) == []) }
    for bad in [
      #"{"input": "a", "crf": 20}"#, #"{"input": "a", "output": "-"}"#, #"{"input": "a", "output": {"path": "-"}}"#,
    ] {
      #expect(try !schema.problems(with: bad).isEmpty)
    }
  }

  @Test func `a line of megabytes is refused at once`() {
    let error = #expect(throws: JobError.self) {
      try jobs(#"{"input": ""# + String(repeating: "a", count: 10_000_000) + "\"}\n", name: "jobs.ndjson")
    }
    #expect(error?.message.hasSuffix("jobs.ndjson:1: input is too long for a path") == true)
  }

  @Test(arguments: [
    ("- input: a\n- inputs:\n    - b\n  crf: 20\n", "jobs.yaml", ":4: crf is not a key of a job"),
    ("input: a\noutput:\n  crf: x\n", "jobs.yaml", ":3: crf must be a number"),
    ("input: a\noutput:\n  cfr: 2\n", "jobs.yaml", ":3: cfr is not a setting"),
    ("output: a.mp4\n", "jobs.yaml", ":1: the job has no input"), ("- a\n", "jobs.yaml", ":1: is not a job such as"),
    ("input: [a, {b: c}]\n", "jobs.yaml", ":1: input needs the name of a file"),
    ("input: a\nend: 3\nduration: 2\n", "jobs.yaml", ":3: end and duration exclude each other"),
    ("input: a\nstart: soon\n", "jobs.yaml", ":2: start needs seconds"),
    ("input: a\noutput: {path: b.mp4, suffix: x}\n", "jobs.yaml", ":2: path is the whole name of the output"),
    ("input: a\noutput: {output-dir: x, path: b.mp4}\n", "jobs.yaml", ":2: path is the whole name of the output"),
    ("input: a\noutput: {preset: nix}\n", "jobs.yaml", ":2: there is no preset nix"),
    ("- input: a\n  output: \"-\"\n", "jobs.yaml", ":2: a batch writes files"),
    (
      "- input: a\n  outputs:\n    - b.mp4\n    - path: \"-\"\n      format: mkv\n", "jobs.yaml",
      ":4: a batch writes files"
    ),
    (#"{"input": "a", "output": "-"}"#, "jobs.ndjson", ":1: a batch writes files"),
    ("input: a\noutput:\n  - {video-codec: copy, crf: 3}\n", "jobs.yaml", ":3: --video-codec copy does not encode"),
    ("{\"input\": \"a\"}\n\n{\"input\": 3, \"start\": true}\n", "jobs.ndjson", ":3: start needs seconds"),
    ("{\"input\": \"a\"}\n{\"input\"\n", "jobs.ndjson", ":"), ("input: [a\n", "jobs.yaml", ":"),
    ("", "jobs.yaml", ": cannot be read, or is empty"),
  ])
  func `a bad file is an error with its line`(text: String, name: String, message: String) throws {
    let error = #expect(throws: JobError.self) { try jobs(text, name: name) }
    #expect(error?.exit.code == 78)
    #expect(error?.message.contains(name + message) == true, "\(String(describing: error))")
  }
}
