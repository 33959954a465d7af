import AVFoundation
import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct BatchInputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("in/sub"), withIntermediateDirectories: true)
    for name in ["b.wav", "a.mov", "sub/c.MP3", "cover.jpg", ".hidden.wav", "notes.txt"] {
      try folder.write("", to: "in/" + name)
    }
  }

  /// The files that are found, from the folder on.
  private func found(_ argument: String) -> [String] {
    BatchInput.expand(folder.path(argument)).map { String($0.path.dropFirst(folder.path("").count)) }
  }

  @Test func `a folder is its media files, its folders' too, in the order of names`() {
    #expect(found("in") == ["in/a.mov", "in/b.wav", "in/sub/c.MP3"])
    #expect(found("in/") == ["in/a.mov", "in/b.wav", "in/sub/c.MP3"])
    #expect(BatchInput.expand(folder.path("in")).map(\.root) == Array(repeating: folder.path("in"), count: 3))
  }

  @Test func `files of every extension that this build writes are found in a folder`() throws {
    let names = AVFileType.writable.flatMap(\.fileExtensions).map { "in/sub/d." + $0 }
    for name in names { try folder.write("", to: name) }
    #expect(Set(names).isSubset(of: found("in/sub")))
  }

  @Test func `a pattern is what it fits, and its tree begins where it does`() {
    #expect(found("in/*.wav") == ["in/b.wav"])
    #expect(found("in/*/*") == ["in/sub/c.MP3"])
    #expect(found("in/.*.wav") == ["in/.hidden.wav"])
    #expect(found("i*") == ["in/a.mov", "in/b.wav", "in/sub/c.MP3"])
    #expect(BatchInput.expand(folder.path("in/*/*")).map(\.root) == [folder.path("in/")])
  }

  @Test func `two stars stand for any folders, or none`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("in/sub/deep"), withIntermediateDirectories: false)
    try folder.write("", to: "in/sub/deep/d.wav")
    try FileManager.default.createSymbolicLink(atPath: folder.path("in/sub/up"), withDestinationPath: "..")
    #expect(found("in/**/*.wav") == ["in/b.wav", "in/sub/deep/d.wav"])
    #expect(found("**/*.MP3") == ["in/sub/c.MP3"])
    #expect(found("in/**/deep/*") == ["in/sub/deep/d.wav"])
    #expect(found("in/**/sub/**/*.wav") == ["in/sub/deep/d.wav"])
  }

  @Test func `a file that looks like a pattern is that file`() throws {
    try folder.write("", to: "in/[a].wav")
    #expect(BatchInput.expand(folder.path("in/[a].wav")).map(\.path) == [folder.path("in/[a].wav")])
  }

  @Test func `what is not there stays an input`() {
    #expect(BatchInput.expand("nothing.wav") == [BatchInput(path: "nothing.wav")])
    #expect(BatchInput.expand("nothing/*.wav") == [BatchInput(path: "nothing/*.wav")])
  }

  @Test func `a link to a folder is not gone into`() throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path("in/sub/up"), withDestinationPath: "..")
    #expect(found("in").count == 3)
  }

  @Test func `a folder without media is an input that fails`() throws {
    try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: false)
    #expect(BatchInput.expand(folder.path("empty")).map { $0.refusal?.code } == [.inputMissing])
  }

  @Test func `a list has a path for each that is not empty`() {
    #expect(InputList(bytes: Array("a\n\n b \nc".utf8), separator: .newline).inputs.map(\.path) == ["a", " b ", "c"])
    #expect(InputList(bytes: Array("a\nb\0c\0".utf8), separator: .null).inputs.map(\.path) == ["a\nb", "c"])
    #expect(InputList(bytes: [], separator: .null).inputs == [])
  }

  @Test func `a line that is longer than any path is an input that fails, and its bytes are not kept`() {
    let longest = [UInt8](repeating: 0x61, count: Int(PATH_MAX) - 1)
    let lines = [Array(repeating: 0xE9, count: 10_000_000), longest, longest + [0x62], Array("b.wav".utf8)]
    let inputs = InputList(bytes: Array(lines.joined(separator: [10])), separator: .newline).inputs
    #expect(inputs.map { $0.refusal?.code } == [.inputMissing, nil, .inputMissing, nil])
    #expect(inputs.map { $0.path.pathBytes.count } == [63, 4095, 63, 5])
    #expect(inputs[0].refusal?.message.hasSuffix("…: is too long for a path (10000000 bytes)") == true)
  }
}
