import TestSupport
import Testing

/// `avwrite diff`.
@Suite struct DifferenceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file lacks nothing of itself, and of another what is listed`() throws {
    let movie = Files.fixture("h264-two-audio.mp4")
    let same = try Command.run("diff", movie, movie, in: folder)
    #expect(same.exit == 0)
    #expect(same.output.hasSuffix("kept, 0 converted, 0 dropped, 0 added\n"))
    let other = try Command.run("diff", movie, Files.fixture("h264-late-audio.mov"), in: folder)
    #expect(other.exit == 1)
    #expect(other.output.contains("\ndropped: track.3: audio\n"))
    #expect(other.output.contains("dropped: chapter.1.title: "))
    #expect(other.errors.isEmpty)
  }

  @Test(
    .enabled("ffmpeg is not installed") { Tool.ffmpeg.path != nil }, arguments: ["mkv", "ts", "aac", "mka"])
  func `half of a file is missed where the container does not state its duration exactly`(container: String) throws {
    let streams = ["aac", "mka"].contains(container) ? ["-vn"] : []
    func made(_ name: String, _ options: [String]) throws -> String {
      let path = folder.path("\(name).\(container)")
      let words = ["-v", "error", "-i", Files.fixture("h264-aac.mov"), "-c", "copy"] + streams + options
      try Tool.ffmpeg.run(words + [path])
      return path
    }
    let (whole, half) = (try made("whole", []), try made("half", ["-t", "1"]))
    let lost = try LedgerDocument.differences(whole, half)
    let duration = try #require(lost.converted.first { $0.fact == "file.duration" }, "\(lost.converted)")
    #expect(duration.from != duration.to)
    // The two containers count other ends.
    let converted = try LedgerDocument.differences(Files.fixture("h264-aac.mov"), whole).converted
    #expect(!converted.contains { $0.fact == "file.duration" }, "\(converted)")
  }

  @Test func `what cannot be read has the exit code of every command`() throws {
    let missing = try Command.run("diff", Files.fixture("speech.wav"), "none.mov", in: folder)
    #expect(missing.exit == 66)
    let text = try Command.run("diff", Files.corrupt("text.mov"), Files.fixture("speech.wav"), in: folder)
    #expect(text.exit == 67)
    #expect(try Command.run("diff", "-", "-", in: folder).exit == 64)
  }
}
