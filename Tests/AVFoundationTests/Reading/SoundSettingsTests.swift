import AVFoundation
import TestSupport
import Testing

/// The forms of linear PCM that a reader's settings ask for.
@Suite("Sound settings of a reader")
struct SoundSettingsTests {
  private static let pcm = MediaFiles.fixture("pcm24-stereo.wav")

  /// Sound that was read, with the format of its first buffer.
  private struct Sound {
    var format = AudioStreamBasicDescription()
    var bytes: [UInt8] = []

    init(_ output: AVAssetReaderOutput, of asset: AVAsset) throws {
      let reader = try AVAssetReader(asset: asset)
      reader.add(output)
      guard reader.startReading() else {
        throw reader.error ?? ReadMedia.Failure(description: "reading does not start")
      }
      while let sample = output.copyNextSampleBuffer() {
        format = try #require(sample.formatDescription?.audioStreamBasicDescription)
        let data = [UInt8](try #require(sample.dataBuffer).dataBytes())
        #expect(data.count == sample.numSamples * (isPlanar ? channels : 1) * Int(format.mBytesPerFrame))
        bytes += isPlanar ? interleaved(data) : data
      }
      if let error = reader.error { throw error }
    }

    init(_ track: AVAssetTrack, of asset: AVAsset, _ settings: [String: Any]) throws {
      try self.init(AVAssetReaderTrackOutput(track: track, outputSettings: settings), of: asset)
    }

    var isPlanar: Bool { format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0 }
    var channels: Int { Int(format.mChannelsPerFrame) }

    private func interleaved(_ planes: [UInt8]) -> [UInt8] {
      let size = Int(format.mBytesPerFrame)
      let frames = planes.count / size / channels
      var samples: [UInt8] = []
      for frame in 0..<frames {
        for channel in 0..<channels { samples += planes[((channel * frames + frame) * size)...].prefix(size) }
      }
      return samples
    }
  }

  private static func settings(
    _ depth: Int?, isFloat: Bool? = nil, isBigEndian: Bool? = nil, isNonInterleaved: Bool? = nil
  ) -> [String: Any] {
    var settings: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM]
    settings[AVLinearPCMBitDepthKey] = depth
    settings[AVLinearPCMIsFloatKey] = isFloat
    settings[AVLinearPCMIsBigEndianKey] = isBigEndian
    settings[AVLinearPCMIsNonInterleaved] = isNonInterleaved
    return settings
  }

  @Test func `AR-30: sound is interleaved unless planes are asked for, or the settings are empty`() throws {
    let (asset, track) = try ReadMedia.track(MediaFiles.fixture("aac-5.1.m4a"), .audio)
    let native = try Sound(track, of: asset, [:])
    #expect(native.isPlanar)
    for isNonInterleaved in [nil, false, true] as [Bool?] {
      let sound = try Sound(track, of: asset, Self.settings(nil, isNonInterleaved: isNonInterleaved))
      #expect(sound.isPlanar == (isNonInterleaved ?? false))
      #expect(sound.channels == 6)
      #expect(sound.format.mBytesPerFrame == (sound.isPlanar ? 4 : 24))
      #expect(sound.bytes == native.bytes)
    }
  }

  @Test(arguments: [false, true])
  func `AR-30: samples of 24 bits come as they lie in the file, in either order`(isBigEndian: Bool) throws {
    let (asset, track) = try ReadMedia.track(Self.pcm, .audio)
    let stored = try ReadMedia.stored(Self.pcm, .audio).flatMap(\.bytes)
    let wanted = stored.indices.map { isBigEndian ? stored[$0 / 3 * 3 + 2 - $0 % 3] : stored[$0] }
    for isNonInterleaved in [false, true] {
      let settings = Self.settings(
        24, isFloat: false, isBigEndian: isBigEndian, isNonInterleaved: isNonInterleaved)
      let composition = AVMutableComposition()
      let copy = try #require(
        composition.addMutableTrack(withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))
      try copy.insertTimeRange(track.timeRange, of: track, at: .zero)
      for sound in [
        try Sound(track, of: asset, settings), try Sound(copy, of: composition, settings),
        try Sound(AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: settings), of: asset),
      ] {
        #expect(sound.bytes == wanted)
        #expect(sound.isPlanar == isNonInterleaved)
        #expect(sound.format.mBitsPerChannel == 24)
        #expect(sound.format.mBytesPerFrame == (isNonInterleaved ? 3 : 6))
        #expect((sound.format.mFormatFlags & kAudioFormatFlagIsBigEndian != 0) == isBigEndian)
        let integers = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked
        #expect(sound.format.mFormatFlags & integers == integers)
      }
    }
  }

  @Test(arguments: [(16, false, "s16be"), (24, false, "s24be"), (32, false, "s32be"), (32, true, "f32be")])
  func `AR-30: big-endian samples are those that FFmpeg makes`(depth: Int, isFloat: Bool, form: String) throws {
    guard Tool.ffmpeg.isInstalled(for: "nobody else makes big-endian samples") else { return }
    let (asset, track) = try ReadMedia.track(Self.pcm, .audio)
    let sound = try Sound(track, of: asset, Self.settings(depth, isFloat: isFloat, isBigEndian: true))
    let others = try Tool.ffmpeg.run(["-v", "error", "-i", Self.pcm.path, "-f", form, "-"]).bytes
    #expect(sound.bytes == others)
  }

  @Test func `AR-30: a sample rate may have a fraction, as the source's has`() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("classic.mov")
    // The rate of the first Macintosh.
    try PCMForm(bits: 16, bytes: 2).write(
      to: url, settings: nil, count: 2000, rate: 22_254.545454, channels: 1)
    let (asset, track) = try ReadMedia.track(url, .audio)
    let rate = try #require(track.format.audioStreamBasicDescription).mSampleRate
    #expect(rate != rate.rounded())
    let settings: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: rate]
    #expect(try Sound(track, of: asset, settings).bytes.count == 4000)
  }
}
