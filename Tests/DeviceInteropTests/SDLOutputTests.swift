import DeviceInterop
import Foundation
import MediaSupport
import TestSupport
import Testing

/// SDL's devices, by its driver that plays nothing. It is chosen by SDL's variable alone, so the test runs where that is set.
@Suite struct SDLOutputTests {
  @Test func `SDL asks for sound without gaps, and keeps time within a buffer`() async throws {
    guard ProcessInfo.processInfo.environment["SDL_AUDIODRIVER"] == "dummy" else {
      print("skipped: SDL_AUDIODRIVER is not dummy, so SDL opens no device")
      return
    }
    try await bounded {
      let signal = Signal()
      let output = try SDLOutput(source: signal)
      #expect(output.isSilent && output.format == SoundFormat(sampleRate: 48000, channelCount: 2))
      #expect(signal.madeFrames == 0)
      output.start()
      var last: Int64 = 0
      for _ in 0..<3 {
        let goal = last + 5000
        try wait(for: "sound") {
          let frame = output.position.frame
          #expect(frame >= last && frame <= signal.madeFrames)
          last = frame
          return frame > goal
        }
        output.pause()
        let (paused, made) = (output.position.frame, signal.madeFrames)
        output.flush()
        #expect(output.position.frame == paused && signal.madeFrames == made)
        output.start()
      }
      output.close(draining: true)
      output.close()
      output.start()
      #expect(signal.isContiguous)
      // Opened again after the last was closed.
      let again = try SDLOutput(SoundRequest(sampleRate: 44100, channelCount: 1), source: Signal(channelCount: 1))
      again.start()
      try wait(for: "sound again") { again.position.frame > 1000 }
      let error = #expect(throws: MediaError.self) {
        try SDLOutput(SoundRequest(channelCount: 33), source: Signal())
      }
      #expect(error?.kind == .unsupportedSettings)
    }
  }
}
