import Testing

@testable import AVWritePipeline

@Suite struct OutputNamingTests {
  @Test(arguments: [
    ("in/a.mov", nil, "", "in/a.mp4"), ("in/a.mov", nil, "-web", "in/a-web.mp4"), ("a", nil, "", "a.mp4"),
    (".a", nil, "", ".a.mp4"), ("in.d/a", nil, "", "in.d/a.mp4"), ("a.b.mov", nil, "", "a.b.mp4"),
    ("in/a.mov", "out", "", "out/in/a.mp4"), ("in/a.mov", "out/", "", "out/in/a.mp4"),
    ("./in/a.mov", "out", "", "out/in/a.mp4"),
    ("/data/a.mov", "out", "", "out/data/a.mp4"), ("../../up/a.mov", "out", "", "out/up/a.mp4"),
    ("-a.mov", "out", "x", "out/-ax.mp4"),
  ])
  func `an output is named after its input`(input: String, folder: String?, suffix: String, output: String) {
    let naming = OutputNaming(folder: folder, suffix: suffix)
    #expect(naming.output(of: BatchInput(path: input), .mp4) == output)
  }

  @Test func `a byte that is no text is spelled`() {
    let input = BatchInput(path: String(pathBytes: [0x61, 0xE9, 0x2E, 0x77, 0x61, 0x76]))
    #expect(OutputNaming(folder: "out").output(of: input, .mp3) == "out/a%E9.mp3")
  }

  @Test func `the container is the one asked for, else a movie's`() {
    func output(_ change: (inout Rendition) -> Void) -> String {
      var rendition = Rendition(output: "")
      change(&rendition)
      let job = BatchJob(
        BatchInput(path: "a.x"), outputs: [BatchJob.Output(OutputNaming(), rendition)],
        like: JobDescription(input: "", renditions: []))
      return job.description.renditions[0].output
    }
    #expect(output { _ in } == "a.mp4")
    #expect(output { $0.video.codec = VideoChoice.Codec.none } == "a.m4a")
    #expect(output { $0.format = .mp3 } == "a.mp3")
  }
}
