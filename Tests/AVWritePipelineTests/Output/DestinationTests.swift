import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct DestinationTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func refusal(_ path: String, replaces: Bool = true, sources: [FileIdentity] = []) -> ErrorCode? {
    do {
      _ = try Destination(path: path, replaces: replaces, sources: sources)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `what is there stays unless it may be replaced`() throws {
    let path = try folder.write("old", to: "out.mp4")
    #expect(refusal(path, replaces: false) == .outputExists)
    #expect(refusal(path) == nil)
  }

  @Test func `a link to nothing occupies its name`() throws {
    let path = folder.path("out.mp4")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "nothing.mp4")
    #expect(refusal(path, replaces: false) == .outputExists)
    #expect(try Destination(path: path, replaces: true, sources: []).name == "nothing.mp4")
  }

  @Test func `a link leads to a name that is no text`() throws {
    let name = Array("\u{FFFD}.mp4".utf8).dropFirst(2)
    let target = [CChar](name.map { CChar(bitPattern: $0) } + [0])
    #expect(symlink(target, folder.path("out.mp4")) == 0)
    #expect(try Destination(path: folder.path("out.mp4"), replaces: true, sources: []).name == String(pathBytes: name))
  }

  @Test func `the input is refused under each of its names`() throws {
    let path = try folder.write("source", to: "in.mov")
    let source = FileIdentity(try #require(stat(path: path, followingLinks: true)))
    try FileManager.default.createSymbolicLink(atPath: folder.path("soft.mov"), withDestinationPath: path)
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("hard.mov"))
    for name in ["in.mov", "soft.mov", "hard.mov", "./in.mov"] {
      #expect(refusal(folder.path(name), sources: [source]) == .outputIsInput, "\(name)")
      #expect(refusal(folder.path(name), replaces: false, sources: [source]) == .outputIsInput, "\(name)")
    }
  }

  @Test func `only a regular file is replaced`() throws {
    #expect(mkfifo(folder.path("fifo.mp4"), 0o600) == 0)
    #expect(refusal(folder.path("fifo.mp4")) == .outputNotRegularFile)
    #expect(refusal(folder.path) == .outputNotRegularFile)
    #expect(refusal("/dev/null") == .outputNotRegularFile)
    #expect(refusal(folder.path + "/") == .outputNotRegularFile)
  }

  @Test func `a folder that is missing or is a file is named`() throws {
    let file = try folder.write("", to: "file")
    #expect(refusal(folder.path("missing/out.mp4")) == .outputUnavailable)
    #expect(refusal(file + "/out.mp4") == .outputUnavailable)
  }

  @Test func `links that turn in a circle end`() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path("a.mp4"), withDestinationPath: "b.mp4")
    try FileManager.default.createSymbolicLink(atPath: folder.path("b.mp4"), withDestinationPath: "a.mp4")
    #expect(refusal(folder.path("a.mp4")) == .outputUnavailable)
  }
}
