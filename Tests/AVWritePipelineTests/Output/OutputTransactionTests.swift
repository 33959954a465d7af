import Foundation
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct OutputTransactionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func transaction(_ name: String, replaces: Bool = false) throws -> OutputTransaction {
    let destination = try Destination(path: folder.path(name), replaces: replaces, sources: [])
    return try OutputTransaction(destination, fileExtension: "mp4")
  }

  private func write(_ text: String, _ transaction: OutputTransaction) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: transaction.filePath))
  }

  @Test func `publishing gives the name and leaves nothing else`() throws {
    let transaction = try transaction("out.mp4")
    try write("new", transaction)
    #expect(!folder.names.contains("out.mp4"))
    try transaction.publish()
    #expect(folder.names == ["out.mp4"])
    #expect(try folder.read("out.mp4") == "new")
  }

  @Test func `the file has the mode of any new file`() throws {
    let plain = open(folder.path("plain"), O_CREAT | O_WRONLY, 0o666)
    close(plain)
    let transaction = try transaction("out.mp4")
    close(open(transaction.filePath, O_CREAT | O_WRONLY, 0o600))
    try transaction.publish()
    let modes = try ["plain", "out.mp4"].map { name in
      try #require(stat(path: folder.path(name), followingLinks: false)).st_mode & 0o777
    }
    #expect(modes[0] == modes[1])
  }

  @Test func `discarding leaves nothing`() throws {
    let transaction = try transaction("out.mp4")
    try write("half", transaction)
    transaction.discard()
    #expect(folder.names.isEmpty)
  }

  @Test func `a name taken meanwhile is not replaced`() throws {
    let transaction = try transaction("out.mp4")
    try write("new", transaction)
    try folder.write("theirs", to: "out.mp4")
    let error = #expect(throws: JobError.self) { try transaction.publish() }
    #expect(error?.code == .outputExists)
    transaction.discard()
    #expect(folder.names == ["out.mp4"])
    #expect(try folder.read("out.mp4") == "theirs")
  }

  @Test(arguments: [false, true])
  func `a name taken meanwhile takes the names of the others away, and what they replaced comes back`(
    replaces: Bool
  ) throws {
    if replaces { for name in ["a.mp4", "b.mp4"] { try folder.write("old " + name, to: name) } }
    let former = folder.names
    let transactions = try ["a.mp4", "b.mp4", "new.mp4"].map { try transaction($0, replaces: replaces) }
    let last = try transaction("last.mp4")
    for transaction in transactions + [last] { try write("new", transaction) }
    try folder.write("theirs", to: "last.mp4")
    let error = #expect(throws: JobError.self) { try OutputTransaction.publish(transactions + [last]) }
    #expect(error?.code == .outputExists && error?.hint == "--force replaces it")
    for transaction in transactions + [last] { transaction.discard() }
    #expect(folder.names == (former + ["last.mp4"]).sorted())
    for name in former { #expect(try folder.read(name) == "old " + name) }
    #expect(try folder.read("last.mp4") == "theirs")
  }

  @Test func `several files get their names together, and nothing is left of what they replaced`() throws {
    try folder.write("old", to: "a.mp4")
    let transactions = try ["a.mp4", "b.mp4"].map { try transaction($0, replaces: true) }
    for transaction in transactions { try write("new", transaction) }
    try OutputTransaction.publish(transactions)
    #expect(folder.names == ["a.mp4", "b.mp4"])
    for name in folder.names { #expect(try folder.read(name) == "new") }
  }

  @Test func `replacing swaps the whole file`() throws {
    try folder.write("old", to: "out.mp4")
    let transaction = try transaction("out.mp4", replaces: true)
    try write("new", transaction)
    #expect(try folder.read("out.mp4") == "old")
    try transaction.publish()
    #expect(try folder.read("out.mp4") == "new")
    #expect(folder.names == ["out.mp4"])
  }

  @Test func `the target of a link is what gets replaced`() throws {
    try folder.write("old", to: "target.mp4")
    try FileManager.default.createSymbolicLink(atPath: folder.path("out.mp4"), withDestinationPath: "target.mp4")
    let transaction = try transaction("out.mp4", replaces: true)
    try write("new", transaction)
    try transaction.publish()
    #expect(try folder.read("target.mp4") == "new")
    #expect(try #require(stat(path: folder.path("out.mp4"), followingLinks: false)).isSymbolicLink)
  }

  @Test func `a killed job's folder goes with the next job, a living one's stays`() throws {
    let living = try transaction("out.mp4")
    try write("half", living)
    let dead = folder.path(PrivateDirectory.prefix(for: "out.mp4") + "0123456789abcdef")
    try FileManager.default.createDirectory(atPath: dead, withIntermediateDirectories: false)
    try Data("half".utf8).write(to: URL(fileURLWithPath: dead + "/output.mp4"))
    try Data().write(to: URL(fileURLWithPath: dead + "/lock"))
    let other = PrivateDirectory.prefix(for: "other.mp4") + "0123456789abcdef"
    try FileManager.default.createDirectory(atPath: folder.path(other), withIntermediateDirectories: false)

    let next = try transaction("out.mp4")
    #expect(!FileManager.default.fileExists(atPath: dead))
    #expect(FileManager.default.fileExists(atPath: living.filePath))
    #expect(folder.names.contains(other))
    next.discard()
    living.discard()
  }

  @Test func `the longest name leaves room for the folder's own`() throws {
    for name in [String(repeating: "a", count: 251) + ".mp4", String(repeating: "é", count: 125) + ".mp4"] {
      #expect(PrivateDirectory.prefix(for: name).utf8.count + 16 <= 255)
      let transaction = try transaction(name)
      try write("new", transaction)
      try transaction.publish()
      #expect(folder.names.contains(name))
    }
  }
}
