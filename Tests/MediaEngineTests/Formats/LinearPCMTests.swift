import CoreAudioTypes
import CoreMedia
import MediaEngine
import MediaInterop
import MovieFile
import Testing
import MediaSupport

/// The forms of linear PCM, and who has them.
@Suite struct LinearPCMTests {
  @Test(arguments: [
    ("pcm_s16le", 0b0_1100, 16), ("pcm_s16be", 0b0_1110, 16), ("pcm_s24le", 0b0_1100, 24),
    ("pcm_s24be", 0b0_1110, 24), ("pcm_s32le", 0b0_1100, 32), ("pcm_s32be", 0b0_1110, 32), ("pcm_s8", 0b0_1100, 8),
    ("pcm_u8", 0b0_1000, 8), ("pcm_u16le", 0b0_1000, 16), ("pcm_f32le", 0b0_1001, 32), ("pcm_f32be", 0b0_1011, 32),
    ("pcm_f64le", 0b0_1001, 64), ("pcm_f64be", 0b0_1011, 64), ("pcm_s64le", 0b0_1100, 64),
  ])
  func `each codec has its flags and sizes, and comes back from them`(_ name: String, _ flags: UInt32, _ bits: UInt32)
    throws
  {
    let pcm = try #require(LinearPCM(codecName: name))
    let basic = pcm.basicDescription(sampleRate: 48_000, channels: 3)
    #expect(basic.mFormatFlags == flags)
    #expect(basic.mBitsPerChannel == bits)
    #expect(basic.mBytesPerFrame == bits / 8 * 3 && basic.mFramesPerPacket == 1)
    #expect(LinearPCM(basic) == pcm)
  }

  @Test(arguments: ["pcm_mulaw", "pcm_s16le_planar", "pcm_f24le", "pcm_dvd", "aac"])
  func `other codecs are no linear PCM`(_ name: String) { #expect(LinearPCM(codecName: name) == nil) }

  /// Each form comes back out of the entry of each family that has it.
  @Test(arguments: [8, 16, 24, 32, 64], [1, 2, 6])
  func `each form comes back out of the entry of each family`(_ bits: Int, _ channels: Int) throws {
    for (isFloat, isBigEndian, rate) in [(false, false, 48_000), (false, true, 96_000), (true, false, 44_100)] {
      if isFloat && bits < 32 { continue }
      let pcm = LinearPCM(bits: bits, isFloat: isFloat, isBigEndian: isBigEndian)
      let format = try CMFormatDescription(pcm: pcm, sampleRate: rate, layout: .default(count: channels))
      for file in [FileFormat.quickTime, .mp4] where ContainerFormat(file).refusal(of: format) == nil {
        let bytes = try SampleEntry(format, in: file).serialized(in: file)
        let read = try SampleEntry(parsing: bytes, kind: .audio, isQuickTime: file.isQuickTime)
        let again = CMFormatDescription(read, kind: .audio, isQuickTime: file.isQuickTime)
        let sameBasics = again.audioStreamBasicDescription == format.audioStreamBasicDescription
        // ISO's entry has no place for a rate above 65535; its media time scale says it.
        if file.isQuickTime || rate < 65_536 { #expect(sameBasics, "\(pcm) \(channels) \(file)") }
        #expect(again.audioChannelLayout == format.audioChannelLayout, "\(pcm) \(channels) \(file)")
      }
    }
  }

  @Test func `decoded sound is native and packed`() throws {
    let planar = AudioFormat(sampleRate: 48_000, layout: .stereo, sampleFormat: .f32, isPlanar: true)
    let format = try CMFormatDescription(linearPCM: planar)
    let basic = try #require(format.audioStreamBasicDescription)
    #expect(basic.mFormatFlags == kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved)
    #expect(basic.mBytesPerFrame == 4 && basic.mChannelsPerFrame == 2)
  }

  @Test func `the reason why no file has a form is that of the form`() throws {
    func refusal(_ change: (inout AudioStreamBasicDescription) -> Void) throws -> String {
      var basic = LinearPCM(bits: 32, isFloat: true, isBigEndian: false).basicDescription(
        sampleRate: 48_000, channels: 2)
      change(&basic)
      let format = try CMFormatDescription(audioStreamBasicDescription: basic)
      return try #require(ContainerFormat.quickTime.refusal(of: format))
    }
    let planes = try refusal {
      $0.mFormatFlags |= kAudioFormatFlagIsNonInterleaved
      ($0.mBytesPerFrame, $0.mBytesPerPacket) = (4, 4)
    }
    #expect(planes.contains("interleaved"))
    let sizes = try refusal { $0.mBytesPerFrame = 6 }
    #expect(sizes.contains("contradict"))
  }
}
