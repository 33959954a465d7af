import Bitstreams
import CoreMedia
import MediaInterop
import MovieFile
import Testing

@testable import MediaEngine
import MediaSupport

/// The limits of codecs of sound, and the encoders that keep them.
@Suite struct AudioCodecLimitsTests {
  @Test(arguments: [AudioSettings.Codec.aac, .ac3, .enhancedAC3])
  func `the sample rates of a standard are those of the encoder`(codec: AudioSettings.Codec) {
    #expect(codec.usualSampleRates == codec.sampleRates)
  }

  @Test(arguments: [(8000, 48_000), (48_000, 64_000)])
  func `a file states the bit rate that AAC is encoded with`(sampleRate: Int, bitRate: Int) throws {
    let source = AudioFormat(
      sampleRate: sampleRate, layout: ChannelLayout(count: 1, mask: 4), sampleFormat: .s16, isPlanar: false)
    let encoder = try makePCMEncoder(AudioSettings(codec: .aac), source: source)
    let entry = try SampleEntry(encoder.formatDescription, in: .mp4)
    let stated = try ElementaryStreamDescriptor(parsing: #require(entry.payload(of: "esds")))
    #expect(encoder.bitRate == bitRate && stated.averageBitRate == UInt32(bitRate))
  }
}
