import CoreAudioTypes
import CoreMedia
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MediaEngine

@Suite struct TrackWriterTests {
  private let rate: Int32 = 8000

  /// A hundredth of a second of silence.
  private func sample() throws -> CMSampleBuffer {
    let format = try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: Double(rate), mFormatID: kAudioFormatLinearPCM,
        mFormatFlags: kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, mBytesPerPacket: 2,
        mFramesPerPacket: 1, mBytesPerFrame: 2, mChannelsPerFrame: 1, mBitsPerChannel: 16, mReserved: 0))
    let timing = CMSampleTimingInfo(
      duration: CMTime(value: 1, timescale: rate), presentationTimeStamp: .zero, decodeTimeStamp: .invalid)
    var data: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: 160, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
      dataLength: 160, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &data)
    #expect(status == kCMBlockBufferNoErr)
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: format, numSamples: 80,
      sampleTimings: [timing], sampleSizes: [2])
  }

  @Test func `what is appended while the track's thread begins is written`() async throws {
    let folder = try TemporaryFolder()
    let sample = try sample()
    let path = folder.path("a.mov")
    try await bounded(by: 60) {
      let file = try FileWriter(FileConfiguration(container: .quickTime, path: path))
      let track = try file.addTrack(TrackConfiguration(mediaType: .audio, encoding: .copy))
      let wakesCodec = track.inbox.withLock { inbox -> Bool? in
        file.start()
        // The thread looks for samples, and waits here.
        usleep(20_000)
        #expect(file.startSession(at: .zero))
        let wakesCodec = file.didAppend(0, endTime: 10_000_000)
        inbox.items.append(.sample(sample))
        return wakesCodec
      }
      #expect(wakesCodec == false)
      let ended = DispatchSemaphore(value: 0)
      file.finish { ended.signal() }
      ended.wait()
      #expect(file.status == .completed)
      #expect(track.encoded.sampleCount == 1)
    }
  }
}
