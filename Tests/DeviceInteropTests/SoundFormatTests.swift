import DeviceInterop
import Testing

@Suite struct SoundFormatTests {
  @Test func `frames and nanoseconds are each other's for as long as a device can run`() {
    for rate in [1, 8000, 44100, 48000, 384_000] {
      let format = SoundFormat(sampleRate: rate, channelCount: 2)
      for frames: Int64 in [0, 1, 441, 48_000, 1 << 32] {
        let time = format.nanoseconds(frames: frames)
        #expect((frames - 1...frames).contains(format.frames(nanoseconds: time)))
        #expect(format.frames(nanoseconds: time + 1) == frames)
      }
    }
  }
}
