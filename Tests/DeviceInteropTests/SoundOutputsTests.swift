import DeviceInterop
import Foundation
import MediaSupport
import TestSupport
import Testing

/// The choice among devices.
@Suite struct SoundOutputsTests {
  @Test func `the environment's words are read`() throws {
    #expect(try SoundChoice(nil) == .automatic)
    #expect(try SoundChoice("") == .automatic)
    #expect(try SoundChoice("pulse") == .pulse(server: nil))
    #expect(try SoundChoice("pulse:unix:/run/pulse/native") == .pulse(server: "unix:/run/pulse/native"))
    #expect(try SoundChoice("sdl") == .sdl)
    #expect(try SoundChoice("virtual") == .virtual(recording: nil))
    #expect(try SoundChoice("virtual:a:b.wav") == .virtual(recording: "a:b.wav"))
    for text in ["alsa", "virtual:", "pulse:", "Pulse"] {
      let error = #expect(throws: MediaError.self) { try SoundChoice(text) }
      #expect(error?.kind == .unsupportedSettings && error?.message.contains("\"\(text)\"") == true)
    }
  }

  @Test func `the virtual device is there by name, and records when told to`() async throws {
    try await bounded {
      let folder = try TemporaryFolder()
      let output = try SoundOutputs.open(
        choice: .virtual(recording: folder.path("sound.wav")), source: Signal())
      output.start()
      try wait(for: "sound") { output.position.frame > 1000 }
      output.close(draining: false)
      #expect(try #require(WAVFile(path: folder.path("sound.wav"))).samples.runs() == [0..<output.position.frame])
      let named = try SoundOutputs.open(SoundRequest(device: "virtual"), choice: .automatic, source: Signal())
      #expect(named.uid == "virtual" && named.isSilent)
      #expect(try SoundOutputs.devices(choice: .virtual(recording: nil)).map(\.uid) == ["virtual"])
      let error = #expect(throws: MediaError.self) {
        try SoundOutputs.open(
          SoundRequest(device: "brass band"), choice: .virtual(recording: nil), source: Signal())
      }
      #expect(error?.kind == .deviceUnavailable)
    }
  }

  @Test func `there is always some device, unless one is asked for that is not there`() async throws {
    try await bounded {
      let output = try SoundOutputs.open(choice: .automatic, source: Signal())
      output.start()
      try wait(for: "sound") { output.position.frame > 1000 }
      output.close()
      let missing = #expect(throws: MediaError.self) {
        try SoundOutputs.open(SoundRequest(device: "brass band"), choice: .automatic, source: Signal())
      }
      #expect(missing?.kind == .deviceUnavailable)
      let error = #expect(throws: MediaError.self) {
        try SoundOutputs.open(SoundRequest(sampleRate: -1), choice: .automatic, source: Signal())
      }
      #expect(error?.kind == .unsupportedSettings)
    }
  }
}
