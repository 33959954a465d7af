import Foundation
import TestSupport
import Testing

/// `avwrite play` on a device that nobody hears, which records what it plays.
@Suite struct PlayTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let music = Files.fixture("pcm24-stereo.wav")
  private static let recording = #"AVWRITE_SOUND=virtual:heard.wav "#

  private func play(_ arguments: String..., prelude: String = "export AVWRITE_SOUND=virtual; ") throws -> Command {
    try Command(["play"] + arguments, in: folder, prelude: prelude)
  }

  /// The samples of a file as floats, as FFmpeg decodes them.
  private func samples(of path: String) throws -> [Float] {
    let bytes = try Tool.ffmpeg.run(["-v", "error", "-i", path, "-f", "f32le", "-"]).bytes
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// What was heard between the silence before and after it.
  private func heard() throws -> [Float] {
    let all = try samples(of: folder.path("heard.wav"))
    guard let first = all.firstIndex(where: { $0 != 0 }), let last = all.lastIndex(where: { $0 != 0 }) else {
      return []
    }
    return Array(all[first...last])
  }

  private func trimmed(_ samples: some BidirectionalCollection<Float>) -> [Float] {
    Array(samples.drop { $0 == 0 }.reversed().drop { $0 == 0 }.reversed())
  }

  /// A WAVE file of silence, in 8 kHz, one channel and 16 bits.
  private func silence(seconds: Int) -> Data {
    func bytes(_ values: [UInt32]) -> Data {
      values.reduce(into: Data()) { data, value in
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
      }
    }
    let count = UInt32(seconds * 16_000)
    // Of PCM, of 8000 frames and 16000 bytes a second, of 2 bytes and 16 bits a frame.
    let format = bytes([16, 1 | 1 << 16, 8000, 16_000, 2 | 16 << 16])
    return Data("RIFF".utf8) + bytes([36 + count]) + Data("WAVEfmt ".utf8) + format + Data("data".utf8) + bytes([count])
      + Data(count: Int(count))
  }

  private func objects(_ lines: String) throws -> [[String: Any]] {
    let schema = try Schema("playback")
    return try lines.split(separator: "\n").map { line in
      #expect(try schema.problems(with: String(line)) == [])
      return try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  // MARK: What is heard

  @Test func `every sample of a file is heard`() async throws {
    guard Tool.ffmpeg.isInstalled(for: "nothing says what was heard") else { return }
    try await bounded {
      let ending = try play(Self.music, "--json", prelude: "export \(Self.recording); ").ending()
      #expect(ending.exit == 0)
      #expect(ending.errors == "avwrite: warning: no sound device: playing without sound\n")
      let events = try objects(ending.output)
      #expect(events.first?["type"] as? String == "start" && events.last?["type"] as? String == "result")
      #expect(events.last?["complete"] as? Bool == true)
      #expect(try heard() == trimmed(samples(of: Self.music)))
    }
  }

  @Test func `a part is heard as often as it is to be, without a sample more or less`() async throws {
    guard Tool.ffmpeg.isInstalled(for: "nothing says what was heard") else { return }
    try await bounded {
      let ending = try play(
        Self.music, "--start", "0.1", "--duration", "0.15", "--loop", "2", "--quiet",
        prelude: "export \(Self.recording); "
      ).ending()
      #expect(ending.exit == 0 && ending.errors.isEmpty && ending.output.isEmpty)
      let part = try samples(of: Self.music)[(4800 * 2)..<(12_000 * 2)]
      #expect(try heard() == trimmed(part + part + part))
    }
  }

  @Test func `the standard input is played, and left alone where it is not the input`() async throws {
    try await bounded {
      let script = """
        cat "$1" | "$0" play - --duration 0.1 --json && printf '%s\\n' "$1" "$1" | while read -r name; do
          "$0" play "$name" --duration 0.1 --json; done
        """
      let arguments = ["-c", "export AVWRITE_SOUND=virtual; " + script, Tool.avwrite.path ?? "", Self.music]
      let ending = try Command(arguments, of: "/bin/sh", in: folder).ending()
      #expect(ending.exit == 0)
      #expect(try objects(ending.output).count { $0["type"] as? String == "result" } == 3)
    }
  }

  // MARK: What cannot be played

  @Test(arguments: [
    (["none.wav"], 66, "none.wav: no such file"), (["text.txt"], 67, "text.txt: "),
    (
      [Files.fixture("h264-one-frame.mov")], 69,
      "no display, and there is no sound to play; --terminal shows pictures in the terminal"
    ),
    ([Files.fixture("speech.wav"), "--device", "brass band"], 69, "there is no sound device \"brass band\""),
    ([Files.fixture("speech.wav"), "--start", "00:00:01:02"], 64, "a timecode needs video"),
    ([Files.fixture("speech.wav"), "--rate", "3"], 64, "--rate is a number from 0.5 to 2"),
    ([Files.fixture("speech.wav"), "--volume", "101"], 64, "--volume is a number from 0 to 100"),
    ([Files.fixture("speech.wav"), "--loop", "-1"], 64, "--loop"),
    ([Files.fixture("speech.wav"), "--duration", "0"], 64, "has no length"),
  ])
  func `what cannot be played says why`(_ arguments: [String], _ exit: Int32, _ text: String) async throws {
    try folder.write("no sound at all, but letters enough for a file", to: "text.txt")
    try await bounded {
      let prelude = "export AVWRITE_SOUND=virtual DISPLAY= WAYLAND_DISPLAY=; "
      let ending = try Command(["play", "--json"] + arguments, in: folder, prelude: prelude).ending()
      #expect(ending.exit == exit)
      #expect(ending.errors.contains(text), "\(ending.errors)")
      if exit != 64 { #expect(try objects(ending.output).last?["exit"] as? Int == Int(exit)) }
    }
  }

  @Test func `sound that cannot be decoded is heard up to there, and is damage`() async throws {
    // The middle of the file is noise: FLAC's frames have checksums.
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Files.fixture("speech.flac"))))
    for index in bytes.count / 2..<bytes.count / 2 + 4000 { bytes[index] = UInt8(truncatingIfNeeded: index &* 151) }
    try Data(bytes).write(to: folder.file("damaged.flac"))
    try await bounded {
      let ending = try play("damaged.flac", "--json").ending()
      #expect(ending.exit == 65)
      let events = try objects(ending.output)
      #expect(events.last?["exit"] as? Int == 65)
      #expect(events.contains { $0["type"] as? String == "state" })
    }
  }

  // MARK: Signals and keys

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends what plays`(signal: Int32) async throws {
    try await bounded {
      let command = try play(Self.music, "--loop", "inf")
      _ = command.nextErrorLine()
      command.signal(signal)
      let ending = command.ending()
      #expect(ending.exit == 128 + signal)
      #expect(ending.errors == "avwrite: error: cancelled by signal \(signal)\n")
    }
  }

  @Test func `a signal ends what still waits for its input`() async throws {
    try await bounded {
      let media = try TemporaryFolder()
      try FileManager.default.copyItem(atPath: Self.music, toPath: media.path("sound.wav"))
      let server = try MediaServer(URL(fileURLWithPath: media.path), manner: .silence(after: 0))
      let command = try play(server.url("sound.wav").absoluteString, "--json")
      command.waitUntil { !server.requests.isEmpty }
      command.signal(SIGTERM)
      let ending = command.ending()
      #expect(ending.exit == 128 + SIGTERM)
      #expect(try objects(ending.output).last?["code"] as? String == "E_CANCELLED")
      withExtendedLifetime(server) {}
    }
  }

  @Test func `keys pause, skip, mute, change volume and speed, and end it`() async throws {
    try await bounded {
      try silence(seconds: 60).write(to: folder.file("long.wav"))
      let terminal = try TerminalCommand(
        ["play", "long.wav", "--loop", "inf", "--volume", "50"], in: folder, environment: ["AVWRITE_SOUND": "virtual"])
      defer { terminal.close() }
      let usual = tcflag_t(ICANON | ECHO)
      terminal.waitUntilItShows("50 %  1.0x")
      #expect(terminal.flags & usual == 0)
      // While it is paused, the line is written for keys alone.
      let paused = try #require(terminal.type(" ", waitingFor: #"paused  \d\d:\d\d"#).first)
      for (key, text) in [("\u{1B}[A", "55 %"), ("m", "muted"), ("m", "55 %"), ("]", "1.1x"), ("[", "1.0x")] {
        #expect(terminal.type(key, waitingFor: text) == [text])
      }
      let place = try #require(Int(paused.suffix(2)))
      for (key, place) in [("\u{1B}[C", place + 5), ("\u{1B}[D", place)] {
        let text = "paused  00:" + (place < 10 ? "0" : "") + "\(place)"
        #expect(terminal.type(key, waitingFor: text) == [text])
      }
      #expect(!terminal.type(" ", waitingFor: "playing ").isEmpty)
      terminal.type("q")
      let ending = terminal.ending()
      #expect(ending.exit == 0)
      #expect(terminal.flags & usual == usual)
      for text in ["paused ", "55 %", "muted", "1.1x", "no sound device"] { #expect(ending.errors.contains(text)) }
    }
  }

  @Test func `while a key has stopped it, the terminal has its ways`() async throws {
    try await bounded {
      let terminal = try TerminalCommand(
        ["play", Files.fixture("speech.wav"), "--loop", "inf"],
        shell: #""$0" "$@"; echo stopped >&2; read -r; fg"#, in: folder, environment: ["AVWRITE_SOUND": "virtual"])
      defer { terminal.close() }
      let usual = tcflag_t(ICANON | ECHO)
      terminal.waitUntilItShows("100 %")
      terminal.type("\u{1A}")
      terminal.waitUntilItShows("stopped")
      #expect(terminal.flags & usual == usual)
      terminal.type("\n")
      terminal.waitUntil { terminal.flags & usual == 0 }
      terminal.type("q")
      #expect(terminal.ending().exit == 0)
      #expect(terminal.flags & usual == usual)
    }
  }

  @Test func `an interrupt from the keyboard gives the terminal back`() async throws {
    try await bounded {
      let terminal = try TerminalCommand(
        ["play", Files.fixture("speech.wav"), "--loop", "inf"], in: folder, environment: ["AVWRITE_SOUND": "virtual"])
      defer { terminal.close() }
      terminal.waitUntilItShows("100 %")
      terminal.type("\u{3}")
      let ending = terminal.ending()
      #expect(ending.exit == 130)
      #expect(terminal.flags & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
      #expect(ending.errors.contains("cancelled by signal 2"))
    }
  }
}
