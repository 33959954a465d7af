import AVFoundation
import TestSupport
import Testing

/// Source format hints of copied sound that a client makes of a basic description alone.
@Suite("Hints of sound")
struct SoundHintTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns the packets of a file in another format and from time 0 on, without what a reader attaches to them.
  private func packets(of url: URL, as format: CMFormatDescription) throws -> [CMSampleBuffer] {
    var samples: [CMSampleBuffer] = []
    var start: CMTime?
    try ReadMedia.forEachSample(of: url, .audio, settings: nil) { sample in
      guard sample.numSamples > 0, let data = sample.dataBuffer else { return }
      let first = start ?? sample.presentationTimeStamp
      start = first
      let timings = try sample.sampleTimingInfos().map { timing in
        CMSampleTimingInfo(
          duration: timing.duration, presentationTimeStamp: timing.presentationTimeStamp - first,
          decodeTimeStamp: .invalid)
      }
      samples.append(
        try CMSampleBuffer(
          dataBuffer: data, formatDescription: format, numSamples: sample.numSamples, sampleTimings: timings,
          sampleSizes: try sample.sampleSizes()))
    }
    return samples
  }

  private static func aac(
    channels: Int, rate: Double = 48_000, flags: AudioFormatFlags = 0, frames: UInt32 = 1024
  ) throws -> CMFormatDescription {
    try CMFormatDescription(
      audioStreamBasicDescription: AudioStreamBasicDescription(
        mSampleRate: rate, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: flags, mBytesPerPacket: 0,
        mFramesPerPacket: frames, mBytesPerFrame: 0, mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 0,
        mReserved: 0))
  }

  private func source(channels: Int) throws -> URL {
    let url = folder.file("in.m4a")
    // With the encoder's 1024 samples in front these are whole packets.
    try WrittenFile.audio(
      url, fileType: .m4a, settings: Settings.aac(channels: channels), count: 20_480, channels: channels)
    return url
  }

  private func copy(_ source: URL, _ format: CMFormatDescription, _ type: AVFileType) throws -> URL {
    let url = folder.file("out.\(type.fileExtensions[0])")
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: format)
    try WrittenTracks.write(url, fileType: type, [WrittenTracks.Lane(input, try packets(of: source, as: format))])
    return url
  }

  @Test(arguments: [AVFileType.mov, .mp4, .m4a, .mkv, .mpeg2TransportStream], [1, 2])
  func `WI-03, WI-68: AAC of low complexity is copied without a cookie`(type: AVFileType, channels: Int) throws {
    let source = try source(channels: channels)
    let copy = try copy(source, try Self.aac(channels: channels), type)
    let (sound, original) = (try ReadMedia.sound(copy), try ReadMedia.sound(source))
    #expect(sound.rate == 48_000 && sound.channels == channels)
    // The copy does not say which samples are the encoder's.
    let front = (sound.count - original.count) * channels
    try #require(front >= 0)
    #expect(rmsDifference(sound.samples.dropFirst(front), original.samples) < 1e-3)
    #expect(original.samples.contains { abs($0) > 0.1 })
  }

  @Test func `AAC whose basic description leaves something open needs its cookie`() throws {
    let source = try source(channels: 2)
    let formats = [
      try Self.aac(channels: 2, flags: 1), try Self.aac(channels: 2, frames: 960), try Self.aac(channels: 7),
    ]
    for format in formats {
      #expect(throws: AVError.self) { try copy(source, format, .mp4) }
    }
  }
}
