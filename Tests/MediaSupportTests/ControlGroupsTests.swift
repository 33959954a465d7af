import Foundation
import MediaSupport
import TestSupport
import Testing

@Suite struct ControlGroupsTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to path: String) throws {
    let file = folder.file(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func limit(_ membership: String) -> Int? {
    ControlGroups(membership: membership, root: folder.url.path).memoryLimit
  }

  @Test func `version 2: the least limit of a group and those above it`() throws {
    try write("max\n", to: "memory.max")
    try write("3000\n", to: "user/memory.max")
    try write("2000\n", to: "user/memory.high")
    try write("max\n", to: "user/job/memory.max")
    #expect(limit("0::/user/job\n") == 2000)
    #expect(limit("0::/\n") == nil)
    try write("1000\n", to: "user/job/memory.max")
    #expect(limit("0::/user/job\n") == 1000)
    #expect(limit("0::/user\n") == 2000)
  }

  @Test func `version 1: the controller of memory has its own groups`() throws {
    try write("9223372036854771712\n", to: "memory/memory.limit_in_bytes")
    try write("4000\n", to: "memory/box/memory.limit_in_bytes")
    #expect(limit("9:cpu,cpuacct:/elsewhere\n4:memory:/box/inner\n1:name=systemd:/box") == 4000)
    #expect(limit("4:memory:/outside") == 9_223_372_036_854_771_712)
    #expect(limit("4:cpu:/box") == nil)
  }

  @Test func `a text that is none bounds nothing`() {
    for text in ["", "\n", "0", "0::", "a:b", "0::/../..", "4:memory"] { #expect(limit(text) == nil, "\(text)") }
  }

  @Test func `the machine's memory can be planned with`() {
    #expect(MemoryBound.byteCount > 0)
    #expect(Processors.count > 0)
  }
}
