import Foundation
import MediaSupport
import Testing

@Suite struct FileNameTests {
  @Test func `a hidden name begins with the name it stands for`() {
    #expect(FileName.hidden("out.mp4", ending: ".partial") == ".out.mp4.partial")
  }

  @Test func `a long name is cut between characters, to what a file system allows`() {
    let name = String(repeating: "é", count: 200)
    let hidden = FileName.hidden(name, ending: ".partial", room: 16)
    // A dot, 115 letters of two bytes, eight bytes of ending and sixteen of room are 255: no other letter fits.
    #expect(hidden == "." + String(repeating: "é", count: 115) + ".partial")
  }

  @Test func `a finished file gets its name, once`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("out").path
    for (name, number) in [("first", 0), ("second", EEXIST)] {
      let temporaryPath = folder.appendingPathComponent(name).path
      try name.write(toFile: temporaryPath, atomically: false, encoding: .utf8)
      #expect(FileName.give(path, to: temporaryPath) == number)
      #expect(FileManager.default.fileExists(atPath: temporaryPath) == (number != 0))
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "first")
  }
}
