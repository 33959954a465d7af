import CSystem
import Foundation
import TestSupport
import Testing

/// Batches that are stopped, killed and run again: each output is made once.
@Suite struct BatchResumeTests {
  let folder: TemporaryFolder
  private static let count = 6
  private let arguments = ["batch", "in", "--output-dir", "out", "--format", "m4a", "--workers", "2"]

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: false)
    let media = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.wav")))
    for number in 0..<Self.count {
      // Bytes behind the chunks make each content another.
      try (media + Data(repeating: UInt8(number), count: 8)).write(to: folder.file("in/\(number).wav"))
    }
  }

  /// A file as the kernel knows it: one that was written again is another, or changed at another time.
  private struct Identity: Equatable {
    var inode: UInt64
    var changed: Date
  }

  private func outputs() throws -> [String: Identity] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("out"))) ?? []
    return try names.filter { !$0.hasPrefix(".") }.reduce(into: [:]) { found, name in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out/" + name))
      found[name] = Identity(
        inode: try #require(attributes[.systemFileNumber] as? UInt64),
        changed: try #require(attributes[.modificationDate] as? Date))
    }
  }

  /// In the order of their names.
  private func contents() throws -> [Data] {
    try Files.names(in: folder.file("out")).map { try Data(contentsOf: folder.file("out/" + $0)) }
  }

  private func counts(_ ending: Command.Ending) throws -> [String: Int] {
    let document = try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any]
    return document?["counts"] as? [String: Int] ?? [:]
  }

  private func run(_ more: String...) throws -> Command.Ending {
    try Command(arguments + ["--json"] + more, in: folder).ending()
  }

  @Test func `a second run does nothing, after renames neither, and what has changed is made anew`() throws {
    #expect(try counts(run())["done"] == Self.count)
    let before = try outputs()
    #expect(try counts(run()) == ["done": 0, "skipped": Self.count, "failed": 0, "not-started": 0])
    #expect(try outputs() == before)

    try FileManager.default.moveItem(atPath: folder.path("in/0.wav"), toPath: folder.path("in/renamed.wav"))
    try FileManager.default.moveItem(atPath: folder.path("out/1.m4a"), toPath: folder.path("out/other.m4a"))
    #expect(try counts(run())["skipped"] == Self.count)

    // Other settings, of which the two names that are free take outputs, and another content.
    let louder = try run("--audio-bitrate", "64k")
    #expect(try counts(louder)["failed"] == Self.count - 2, "\(louder.errors)")
    #expect(louder.output.contains(#""exit": 73"#))
    try Data(contentsOf: folder.file("in/2.wav")).write(to: folder.file("in/3.wav"))
    let changed = try run("--force")
    #expect(try counts(changed) == ["done": 3, "skipped": Self.count - 3, "failed": 0, "not-started": 0])
  }

  @Test(.enabled(if: FileManager.default.temporaryDirectory.hasAttributes), arguments: ["wav", "ts"])
  func `a container without a place for the key has it beside its content`(format: String) throws {
    let arguments = ["batch", "in", "--output-dir", "out", "--format", format, "--json"]
    #expect(try counts(Command(arguments, in: folder).ending())["done"] == Self.count)
    let again = try Command(arguments, in: folder).ending()
    #expect(again.exit == 0, "\(again.errors)")
    #expect(try counts(again)["skipped"] == Self.count)
  }

  @Test(arguments: [["--output-dir", "in/out"], [], ["--suffix=-low"]])
  func `outputs among the inputs are not taken for inputs by the next run`(naming: [String]) throws {
    let arguments = ["batch", "in", "--format", "m4a", "--json"] + naming
    #expect(try counts(Command(arguments, in: folder).ending())["done"] == Self.count)
    let files = Files.names(in: folder.file("in"))
    let again = try Command(arguments, in: folder).ending()
    #expect(try counts(again) == ["done": 0, "skipped": Self.count, "failed": 0, "not-started": 0], "\(again.errors)")
    #expect(Files.names(in: folder.file("in")) == files)
    // Of a source that is gone too, where outputs have a folder of their own.
    guard naming.first == "--output-dir" else { return }
    try FileManager.default.removeItem(atPath: folder.path("in/0.wav"))
    #expect(try counts(Command(arguments, in: folder).ending())["skipped"] == Self.count - 1)
    // What is named is an input.
    let named = ["batch", "in/out/0.m4a", "--output-dir", "in/out", "--format", "mp3", "--json"]
    #expect(try counts(Command(named, in: folder).ending())["done"] == 1)
  }

  @Test(arguments: ["m4a", "mkv", "flac", "ogg"])
  func `an output that was cut since is not complete, under any name`(format: String) throws {
    let arguments = ["batch", "in/0.wav", "--output-dir", "out", "--format", format, "--json"]
    #expect(try counts(Command(arguments, in: folder).ending())["done"] == 1)
    let output = folder.path("out/0.\(format)")
    #expect(truncate(output, off_t(try Data(contentsOf: URL(fileURLWithPath: output)).count * 7 / 8)) == 0)
    let again = try Command(arguments, in: folder).ending()
    #expect(again.exit == 1)
    #expect(again.output.contains(#""exit": 73"#), "\(again)")
    try FileManager.default.moveItem(atPath: output, toPath: folder.path("out/other.\(format)"))
    #expect(try counts(Command(arguments, in: folder).ending())["done"] == 1)
  }

  @Test(.enabled(if: FileManager.default.temporaryDirectory.hasAttributes), arguments: ["m4a", "wav"])
  func `what an earlier run lost or missed is told again`(format: String) throws {
    var media = try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.flac")))
    media.replaceSubrange(media.count / 2..<media.count / 2 + 64, with: Data(repeating: 0xAA, count: 64))
    try media.write(to: folder.file("damaged.flac"))
    let arguments = [
      "batch", "damaged.flac", "--output-dir", "out", "--format", format, "--on-damage", "salvage", "--json",
    ]
    for state in ["done", "skipped"] {
      let ending = try Command(arguments, in: folder).ending()
      #expect(ending.exit == 1)
      #expect(try counts(ending)[state] == 1, "\(ending)")
      #expect(ending.output.contains(#""exit": 82"#))
      #expect(ending.errors.contains("1 with losses"))
    }
    #expect(try Command(arguments, in: folder).ending().errors.contains("ended with 82: complete and verified, with"))
  }

  @Test func `two inputs with one content have an output each`() throws {
    try Data(contentsOf: folder.file("in/0.wav")).write(to: folder.file("in/1.wav"))
    #expect(try counts(run())["done"] == Self.count)
    #expect(try outputs().count == Self.count)
    try FileManager.default.removeItem(atPath: folder.path("out/1.m4a"))
    #expect(try counts(run()) == ["done": 1, "skipped": Self.count - 1, "failed": 0, "not-started": 0])
    // In a run of its own too: what the other one became is not this one's.
    try FileManager.default.removeItem(atPath: folder.path("out"))
    for name in ["0.wav", "1.wav"] {
      #expect(try Command.run("batch", "in/" + name, "--output-dir", "out", "--format", "m4a", in: folder).exit == 0)
    }
    #expect(Files.names(in: folder.file("out")) == ["0.m4a", "1.m4a"])
  }

  @Test(arguments: ["mov", "mkv", "mp3", "flac", "ogg", "caf", "aiff"])
  func `an output tells what it was made of, and what is made of it does not`(container: String) throws {
    let arguments = ["batch", "in/0.wav", "--output-dir", "out", "--format", container, "--json"]
    #expect(try counts(Command(arguments, in: folder).ending())["done"] == 1)
    #expect(try counts(Command(arguments, in: folder).ending())["skipped"] == 1)
    #expect(try Command.run("transcode", "out/0.\(container)", "next.mkv", in: folder).exit == 0)
    #expect(try Command.run("inspect", "out/0.\(container)", in: folder).output.contains("avwrite:2:"))
    #expect(try !Command.run("inspect", "next.mkv", in: folder).output.contains("avwrite:2:"))
  }

  @Test func `killed at any moment, and run again, a batch makes each output once`() throws {
    let start = ContinuousClock.now
    #expect(try counts(run())["done"] == Self.count)
    let duration = max(1, Int((ContinuousClock.now - start) / .microseconds(1)))
    let reference = try contents()

    var chance = SeededGenerator(seed: 4)
    try FileManager.default.removeItem(atPath: folder.path("out"))
    var made: [String: Identity] = [:]
    for round in 0..<Rounds.count(6, full: 100) {
      let command = try Command(arguments + ["-q"], in: folder)
      // The moment is by chance: nothing is expected to have happened in that time.
      usleep(UInt32.random(in: 0..<UInt32(clamping: duration), using: &chance))
      command.signal(SIGKILL)
      _ = command.ending()
      let present = try outputs()
      for (name, identity) in made { #expect(present[name] == identity, "round \(round): \(name)") }
      made = present
      if made.count == Self.count {
        try FileManager.default.removeItem(atPath: folder.path("out"))
        made = [:]
      }
    }
    #expect(try run().exit == 0)
    for (name, identity) in made { #expect(try outputs()[name] == identity, "\(name)") }
    let files = Files.names(in: folder.file("out"))
    #expect(files == (0..<Self.count).map { "\($0).m4a" })
    // Nothing of the killed is left, hidden folders neither.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count == Self.count)
    #expect(try contents() == reference)
  }

  @Test func `of two batches on one output exactly one makes it, and the other is refused with 73`() throws {
    let both = try (0..<2).map { _ in try Command(arguments + ["--json", "--no-skip-existing"], in: folder) }
    let exits = try both.map { try $0.ending().exitsOfJobs() }
    #expect(exits.allSatisfy { $0.count == Self.count })
    for (one, other) in zip(exits[0], exits[1]) { #expect([one, other].sorted() == [0, 73]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count == Self.count)
  }
}

extension URL {
  /// Whether files there can have attributes of the user's.
  fileprivate var hasAttributes: Bool {
    let file = appendingPathComponent("avwrite-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    return (try? Data().write(to: file)) != nil && setxattr(file.path, "user.avwrite.test", "1", 1, 0) == 0
  }
}
