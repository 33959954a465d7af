import Foundation
import Testing

@testable import AVWritePipeline

@Suite struct OutputNamingTests {
  @Test(arguments: [
    ("in/a.mov", nil, "", "in/a.mp4"), ("in/a.mov", nil, "-web", "in/a-web.mp4"), ("a", nil, "", "a.mp4"),
    (".a", nil, "", ".a.mp4"), ("in.d/a", nil, "", "in.d/a.mp4"), ("a.b.mov", nil, "", "a.b.mp4"),
    ("in/a.mov", "out", "", "out/a.mp4"), ("in/a.mov", "out/", "", "out/a.mp4"),
    ("/data/a.mov", "out", "", "out/a.mp4"), ("../../up/a.mov", "out", "", "out/a.mp4"),
    ("-a.mov", "out", "x", "out/-ax.mp4"),
  ])
  func `an output is named after its input`(input: String, folder: String?, suffix: String, output: String) {
    let naming = OutputNaming(folder: folder, suffix: suffix)
    let input = BatchInput(path: input)
    #expect(naming.output(of: input, below: SharedFolder(of: [input]), .mp4) == output)
  }

  @Test(arguments: [
    (["in/a.mov", "in/b.mov"], ["a", "b"]), (["in/a.mov", "./in/x/../b.mov"], ["a", "b"]),
    (["in/a.mov", "in/sub/b.mov"], ["a", "sub/b"]), (["in/x/a.mov", "in/y/a.mov"], ["x/a", "y/a"]),
    (["/d/in/a.mov", "/d/other/b.mov"], ["in/a", "other/b"]), (["in/a.mov", "inner/b.mov"], ["in/a", "inner/b"]),
    (["/a.mov", "/b/c.mov"], ["a", "b/c"]),
  ])
  func `outputs lie below their folder as inputs do below the one that all share`(paths: [String], places: [String]) {
    let inputs = paths.map { BatchInput(path: $0) }
    let absolute = paths.map { path in
      BatchInput(path: path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
    }
    for inputs in [inputs, absolute] {
      let shared = SharedFolder(of: inputs)
      let outputs = inputs.map { OutputNaming(folder: "out").output(of: $0, below: shared, .mp4) }
      #expect(outputs == places.map { "out/\($0).mp4" })
    }
  }

  @Test(arguments: [
    (["http://h:8/v/a.ts?key=x/y", "b.mov"], ["a", "b"]), (["http://h/v/a.ts", "https://h/w/a.ts"], ["v/a", "w/a"]),
    (["http://h/a.ts", "http://other:8/b/../a.ts"], ["h/a", "other:8/a"]),
    (["http://h/a%20b.ts", "http://h"], ["a b", "input"]),
  ])
  func `URLs share a folder of their own, from the server on`(paths: [String], places: [String]) {
    let inputs = paths.map { BatchInput(path: $0) }
    let shared = SharedFolder(of: inputs)
    let outputs = inputs.map { OutputNaming(folder: "out").output(of: $0, below: shared, .mp4) }
    #expect(outputs == places.map { "out/\($0).mp4" })
    let beside = inputs.map { OutputNaming().output(of: $0, below: shared, .mp4) }
    #expect(beside == places.map { ($0 as NSString).lastPathComponent + ".mp4" })
  }

  @Test func `an input's extension can stay`() {
    let inputs = ["a.wav", "a.flac", "b"].map { BatchInput(path: $0) }
    let naming = OutputNaming(suffix: "-x", keepsExtension: true)
    let outputs = inputs.map { naming.output(of: $0, below: SharedFolder(of: inputs), .m4a) }
    #expect(outputs == ["a.wav-x.m4a", "a.flac-x.m4a", "b-x.m4a"])
  }

  @Test func `a byte that is no text is spelled`() {
    let input = BatchInput(path: String(pathBytes: [0x61, 0xE9, 0x2E, 0x77, 0x61, 0x76]))
    let shared = SharedFolder(of: [input])
    #expect(OutputNaming(folder: "out").output(of: input, below: shared, .mp3) == "out/a%E9.mp3")
  }

  @Test func `the container is the one asked for, else a movie's, and that of sound for sound`() {
    func output(of path: String = "a.x", _ change: (inout Rendition) -> Void) -> String {
      var rendition = Rendition(output: "")
      change(&rendition)
      let job = BatchJob(
        BatchInput(path: path), below: SharedFolder(of: [BatchInput(path: path)]),
        outputs: [BatchJob.Output(OutputNaming(), rendition)],
        like: JobDescription(input: "", renditions: []))
      return job.description.renditions[0].output
    }
    #expect(output { _ in } == "a.mp4")
    #expect(output { $0.video.codec = VideoChoice.Codec.none } == "a.m4a")
    #expect(output { $0.format = .mp3 } == "a.mp3")
    #expect(output(of: "a.WAV") { _ in } == "a.m4a")
    #expect(output(of: "a.WAV") { $0.format = .mkv } == "a.mkv")
  }
}
