import Testing

@testable import Bitstreams

@Suite struct AudioSpecificConfigTests {
  @Test(
    arguments: [
      // A core coder, an extension, both, and what they announce.
      ([0x12, 0x12], [0x12, 0x10]), ([0x12, 0x11], [0x12, 0x10]), ([0x12, 0x13, 0x34, 0x56], [0x12, 0x10]),
      // The flag of short frames, and the other types.
      ([0x12, 0x17], [0x12, 0x14]), ([0x0A, 0x0A, 0x00], [0x0A, 0x08]), ([0x22, 0x11], [0x22, 0x10]),
    ] as [([UInt8], [UInt8])])
  func `flags of a core coder and of an extension go, with what follows them`(
    bytes: [UInt8], expected: [UInt8]
  ) throws {
    let plain = AudioSpecificConfig.withoutScalability(bytes)
    #expect(plain == expected)
    let (before, after) = (try AudioSpecificConfig(parsing: bytes + [0, 0]), try AudioSpecificConfig(parsing: plain))
    #expect(after.objectType == before.objectType)
    #expect(after.sampleRate == before.sampleRate)
    #expect(after.channels == before.channels)
    #expect(after.samplesPerFrame == before.samplesPerFrame)
  }

  @Test(
    arguments: [
      [], [0x12], [0x12, 0x10], [0x12, 0x14],
      // Spectral band replication behind a plain configuration.
      [0x12, 0x10, 0x56, 0xE5, 0x98],
      // Types beyond the first four: spectral band replication in front, and error resilience.
      [0x2B, 0x93, 0x08, 0x00], [0x8A, 0x13, 0x00],
      // A rate that is spelled out, and channels that are.
      [0x17, 0x83, 0x5D, 0xC0, 0x13], [0x12, 0x03, 0x00, 0x00],
    ] as [[UInt8]])
  func `a configuration that needs no change has none, and one that frames with headers cannot say stays`(
    bytes: [UInt8]
  ) {
    #expect(AudioSpecificConfig.withoutScalability(bytes) == bytes)
  }
}
