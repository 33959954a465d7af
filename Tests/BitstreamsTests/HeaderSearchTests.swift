import Bitstreams
import TestSupport
import Testing

/// Headers that are searched among other bytes are read as those at a frame's start.
@Suite struct HeaderSearchTests {
  /// Bytes by chance that often begin like a header.
  private static func candidates(_ count: Int) -> [[UInt8]] {
    var chance = SeededGenerator(seed: 22)
    return (0..<count).map { _ in
      let count = Int.random(in: 0...10, using: &chance)
      var bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &chance) }
      if bytes.count > 1, Bool.random(using: &chance) { bytes.replaceSubrange(0..<2, with: [0xFF, 0xE0 | bytes[1]]) }
      return bytes
    }
  }

  @Test func `the header of MPEG audio`() {
    var found = 0
    for bytes in Self.candidates(100_000) {
      let header = bytes.withUnsafeBytes { MPEGAudioHeader($0) }
      #expect(header == (try? MPEGAudioHeader(frame: bytes)), "\(bytes)")
      if header != nil { found += 1 }
    }
    #expect(found > 1000)
  }

  @Test func `the header of AAC`() {
    var found = 0
    for bytes in Self.candidates(100_000) {
      let size = bytes.withUnsafeBytes { ADTSHeader.frameSize(header: $0) }
      #expect(size == (try? ADTSHeader(frame: bytes))?.frameSize, "\(bytes)")
      if size != nil { found += 1 }
    }
    #expect(found > 1000)
  }
}
