import Foundation
import MediaSupport
import TestSupport
import Testing

@testable import AVWritePipeline

@Suite struct ContentDigestTests {
  private func digest(_ bytes: [UInt8]) -> String {
    var digest = ContentDigest()
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.text
  }

  @Test func `equal contents are equal, in whatever parts of whole blocks they come`() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var parts = ContentDigest()
    for range in [0..<16, 16..<160, 160..<1000] { bytes[range].withUnsafeBytes { parts.update($0) } }
    #expect(parts.text == digest(bytes))
    #expect(digest(bytes).count == 32)
  }

  @Test func `each bit and the length count`() {
    let bytes = [UInt8](repeating: 0, count: 100)
    var found: Set<String> = [digest(bytes)]
    for bit in 0..<800 {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      found.insert(digest(changed))
    }
    for length in 0..<100 { found.insert(digest(Array(bytes[..<length]))) }
    #expect(found.count == 901)
  }

  @Test func `blocks that change places make another content`() {
    var chance = SeededGenerator(seed: 3)
    let blocks = (0..<6).map { _ in (0..<16).map { _ in UInt8.random(in: 0...255, using: &chance) } }
    var found: Set<String> = []
    for one in 0..<6 {
      for other in one..<6 {
        var swapped = blocks
        swapped.swapAt(one, other)
        found.insert(digest(swapped.flatMap { $0 }))
      }
    }
    #expect(found.count == 16)
  }

  @Test func `a file is its bytes`() throws {
    let folder = try TemporaryFolder()
    // More than is read at once, and no whole number of blocks.
    let bytes = (0..<(1 << 20) + 5).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Data(bytes).write(to: folder.file("a"))
    var file = ContentDigest()
    try file.update(contentOf: folder.path("a"))
    #expect(file.text == digest(bytes))
    #expect(throws: JobError.self) { try file.update(contentOf: folder.path("b")) }
  }
}
