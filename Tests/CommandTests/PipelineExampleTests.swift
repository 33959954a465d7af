import Foundation
import TestSupport
import Testing

/// The examples of the article on pipelines do what it says, as they stand there.
@Suite struct PipelineExampleTests {
  let folder: TemporaryFolder
  private let article: String

  init() throws {
    folder = try TemporaryFolder()
    let articles = Files.root.appendingPathComponent("Sources/AVWritePipeline/AVWritePipeline.docc")
    article = try String(contentsOf: articles.appendingPathComponent("Pipelines.md"), encoding: .utf8)
    try FileManager.default.createDirectory(atPath: folder.path("recordings"), withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: Files.fixture("h264-aac-small.mp4"), toPath: folder.path("recordings/a.mov"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("avwrite"), withDestinationPath: Tool.avwrite.path ?? "")
  }

  /// The one block of a language that holds some words.
  private func block(_ language: String, with words: String) throws -> String {
    let blocks = article.components(separatedBy: "\n```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    return try #require(blocks.first { $0.contains(words) }) + "\n"
  }

  private func shell(_ script: String) throws -> Command.Ending {
    try Command(["-ec", "PATH=$PWD:$PATH; " + script], of: "/bin/bash", in: folder).ending()
  }

  @Test(.enabled("make is not installed") { FileManager.default.isExecutableFile(atPath: "/usr/bin/make") })
  func `the Makefile makes what is missing, and nothing twice`() throws {
    try folder.write(block("make", with: "avwrite transcode"), to: "Makefile")
    try folder.write("preset: web-480p\nspeed: ultrafast\n", to: "web.yaml")
    let first = try shell("make web/a.mp4")
    #expect(first.exit == 0, "\(first)")
    #expect(Files.names(in: folder.file("web")) == ["a.mp4"])
    #expect(try shell("make web/a.mp4").output == "make: 'web/a.mp4' is up to date.\n")
  }

  @Test func `the Action's step makes its files and a report`() throws {
    let steps = try block("yaml", with: "runs-on").split(separator: "\n")
    let step = try #require(steps.first { $0.contains("- run: avwrite ") })
    let ending = try shell(step.replacingOccurrences(of: "- run: ", with: ""))
    #expect(ending.exit == 0, "\(ending)")
    #expect(try Schema("event").problems(with: folder.read("report.json")) == [])
    #expect(Files.names(in: folder.file("web")) == ["a.mp4"])
  }

  @Test func `the file of jobs is one`() throws {
    try folder.write(block("yaml", with: "inputs:"), to: "jobs.yaml")
    let ending = try shell("avwrite batch --jobs jobs.yaml --plan --json")
    // Its inputs are not there, and it is read.
    #expect(ending.exit == 1 && ending.errors.isEmpty, "\(ending)")
    #expect(ending.output.components(separatedBy: "E_INPUT_MISSING").count == 4, "\(ending.output)")
  }
}
