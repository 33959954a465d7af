import CoreAudioTypes
import CoreMedia
import MediaInterop
import MediaSupport
import Testing

@testable import MediaEngine

/// The number of frames in a packet of linear PCM.
@Suite struct StoredFramesTests {
  private static func format(_ framesPerPacket: UInt32 = 1) throws -> CMFormatDescription {
    let basic = AudioStreamBasicDescription(
      mSampleRate: 48_000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 4,
      mFramesPerPacket: framesPerPacket, mBytesPerFrame: 4, mChannelsPerFrame: 2, mBitsPerChannel: 16, mReserved: 0)
    return try CMFormatDescription(audioStreamBasicDescription: basic)
  }

  private static func packet(_ byteCount: Int, lasting duration: Int64, rate: Int32 = 48_000) -> Packet {
    let storage = PacketStorage(count: byteCount)
    return Packet(
      bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(storage.bytes)[..<byteCount]), owner: storage,
      pts: 0, dts: 0, duration: duration, timeBase: TimeBase(ticksPerSecond: rate))
  }

  /// A frame is 21 microseconds, or 20833 nanoseconds, to clients that count so.
  @Test(arguments: [4000, 0, 4032, 3999])
  func `the bytes say it, whatever the duration was rounded to`(duration: Int64) throws {
    let frames = try #require(try StoredFrames(Self.format(), areCopied: true))
    #expect(try frames.count(in: Self.packet(16_000, lasting: duration), path: nil) == 4000)
    var elsewhere = Self.packet(0, lasting: duration)
    elsewhere.reference = Packet.Reference(location: "a.wav", offset: 44, size: 16_000)
    #expect(try frames.count(in: elsewhere, path: nil) == 4000)
  }

  @Test func `frames at another speed or of another rate are refused`() throws {
    let frames = try #require(try StoredFrames(Self.format(), areCopied: true))
    for (packet, kind) in [
      (Self.packet(16_000, lasting: 8000), .invalidOperation), (Self.packet(16_000, lasting: 2000), .invalidOperation),
      (Self.packet(16_000, lasting: 4000, rate: 44_100), .unsupportedByContainer),
    ] as [(Packet, MediaError.Kind)] {
      do {
        _ = try frames.count(in: packet, path: nil)
        Issue.record("no error")
      } catch { #expect(error.kind == kind) }
    }
    #expect(try StoredFrames(Self.format(1024), areCopied: true) == nil)
  }
}
