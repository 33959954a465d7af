package import MediaSupport

/// The STREAMINFO block of FLAC (RFC 9639, 8.2): 34 bytes.
package struct FLACStreamInfo: Hashable, Sendable {
  package static let size = 34

  /// The number of samples in a block.
  package var minimumBlockSize: UInt16
  package var maximumBlockSize: UInt16
  /// The number of bytes in a frame; 0 if unknown.
  package var minimumFrameSize: UInt32
  package var maximumFrameSize: UInt32
  /// The sample rate, in hertz.
  package var sampleRate: Int
  package var channels: Int
  package var bitsPerSample: Int
  /// The number of samples of each channel in the stream; 0 if unknown.
  package var totalSamples: UInt64
  /// The MD5 of the decoded samples, 16 bytes; zeros if unknown.
  package var checksum: [UInt8]

  package init(parsing block: [UInt8]) throws(MediaError) {
    var reader = BitReader(block, of: "the FLAC STREAMINFO")
    minimumBlockSize = try reader.uint16()
    maximumBlockSize = try reader.uint16()
    minimumFrameSize = try reader.uint32(24)
    maximumFrameSize = try reader.uint32(24)
    sampleRate = try reader.int(20)
    channels = 1 + (try reader.int(3))
    bitsPerSample = 1 + (try reader.int(5))
    totalSamples = try reader.bits(36)
    checksum = try reader.bytes(16)
    guard sampleRate > 0 else { throw reader.invalid("the sample rate") }
  }

  package func serialized() -> [UInt8] {
    var writer = BitWriter()
    writer.bits(minimumBlockSize, 16)
    writer.bits(maximumBlockSize, 16)
    writer.bits(minimumFrameSize, 24)
    writer.bits(maximumFrameSize, 24)
    writer.bits(sampleRate, 20)
    writer.bits(channels - 1, 3)
    writer.bits(bitsPerSample - 1, 5)
    writer.bits(totalSamples, 36)
    writer.append(checksum)
    return writer.bytes
  }
}
