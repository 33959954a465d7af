import Foundation
import TestSupport
import Testing

/// `avwrite play` on an X server whose screen is in memory.
@Suite struct ScreenTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func play(_ arguments: String..., on server: XServer) throws -> Command {
    let variables = "export DISPLAY=\(server.display) SDL_VIDEODRIVER= WAYLAND_DISPLAY= AVWRITE_SOUND=virtual; "
    return try Command(["play"] + arguments, in: folder, prelude: variables)
  }

  /// Photographs the middle of the screen until it is as expected, and gives the best quality in decibels.
  private func quality(of expected: [UInt8], _ size: (width: Int, height: Int), on server: XServer) throws -> Double {
    let deadline = Date(timeIntervalSinceNow: hangLimit)
    var best = 0.0
    // A window is there when the server has drawn it, which nobody tells.
    repeat {
      best = max(best, try ScreenClip.quality(server.photograph(width: size.width, height: size.height), expected))
    } while best < 40 && Date() < deadline
    return best
  }

  @Test(arguments: ScreenClip.Matrix.allCases)
  func `the screen has the decoded picture, for every matrix and orientation`(matrix: ScreenClip.Matrix) async throws {
    guard XServer.isInstalled(for: "no screen can be photographed") else { return }
    try await bounded {
      let server = try XServer()
      for turn in matrix == .bt2020 ? ScreenClip.Turn.all : [ScreenClip.Turn.all[0]] {
        let clip = try ScreenClip(matrix, turn: turn, seconds: 60, isStill: true, in: folder)
        let command = try play(clip.url.path, "--quiet", on: server)
        let quality = try quality(of: clip.picture(0), clip.size, on: server)
        #expect(quality >= 40, "\(matrix) \(turn): \(quality) dB")
        command.signal(SIGTERM)
        #expect(command.ending().exit == 128 + SIGTERM)
      }
    }
  }

  @Test func `the sound goes on when the display goes away`() async throws {
    guard XServer.isInstalled(for: "no display goes away") else { return }
    try await bounded {
      let server = try XServer()
      let clip = try ScreenClip(.bt709, seconds: 60, isStill: true, in: folder)
      let tone = folder.path("tone.mov")
      try Tool.ffmpeg.run([
        "-v", "error", "-i", clip.url.path, "-f", "lavfi", "-i", "sine=r=48000", "-t", "4", "-c:v", "copy", "-c:a",
        "pcm_s16le", tone,
      ])
      let command = try play(tone, "--json", on: server)
      #expect(try quality(of: clip.picture(0), clip.size, on: server) >= 40)
      server.kill()
      let ending = command.ending()
      #expect(ending.exit == 0, "\(ending.errors)")
      #expect(ending.errors.contains("the display was lost: playing only the sound"), "\(ending.errors)")
      let schema = try Schema("playback")
      let lines = ending.output.split(separator: "\n").map(String.init)
      for line in lines { #expect(try schema.problems(with: line) == []) }
      #expect(lines.first?.contains(#""on":"window""#) == true)
      #expect(lines.last?.contains(#""complete":true"#) == true)
    }
  }

  @Test func `without a display, or with one that does not answer, the sound plays alone`() async throws {
    try await bounded {
      for (display, text) in [("", "no display: playing only the sound"), (":4711", "cannot open a window")] {
        let variables = "export DISPLAY=\(display) SDL_VIDEODRIVER= WAYLAND_DISPLAY= AVWRITE_SOUND=virtual; "
        let ending = try Command(
          ["play", Files.fixture("h264-aac-small.mp4"), "--rate", "2", "--json"], in: folder, prelude: variables
        ).ending()
        #expect(ending.exit == 0)
        #expect(ending.errors.contains(text), "\(ending.errors)")
        #expect(ending.output.contains(#""complete":true"#) && !ending.output.contains(#""picture""#))
      }
    }
  }

  @Test func `pictures without sound are played to their end, and counted`() async throws {
    guard XServer.isInstalled(for: "no window is opened") else { return }
    try await bounded {
      let server = try XServer()
      let ending = try play(Files.fixture("hevc10-hdr10.mp4"), "--loop", "1", "--rate", "0.5", "--json", on: server)
        .ending()
      #expect(ending.exit == 0, "\(ending.errors)")
      let lines = ending.output.split(separator: "\n").map(String.init)
      let schema = try Schema("playback")
      for line in lines { #expect(try schema.problems(with: line) == []) }
      #expect(lines.first?.contains(#""sound""#) == false)
      let last = try #require(JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8)) as? [String: Any])
      #expect(last["complete"] as? Bool == true)
      let shown = try #require(last["pictures_shown"] as? Int)
      // Twice those of the clip; a busy machine passes some over.
      #expect((24...48).contains(shown), "\(shown)")
    }
  }

  @Test func `keys go to pictures, and pictures to the terminal`() async throws {
    try await bounded {
      // So long that no machine is slow enough to come to its last picture, behind which there is none to step to.
      try Tool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=64x36:r=30:d=120", "-c:v", "libx264", "-preset", "ultrafast",
        folder.path("long.mp4"),
      ])
      let terminal = try TerminalCommand(
        ["play", "long.mp4", "--terminal"], in: folder,
        environment: ["AVWRITE_SOUND": "virtual", "COLORTERM": "truecolor", "TERM": "xterm"])
      defer { terminal.close() }
      terminal.waitUntilItShows("▀")
      terminal.waitUntilItShows("playing ")
      // While it is paused, nothing is written but for keys.
      let picture = #"\x1B\[[0-9;]+m▀"#
      #expect(!terminal.type(".", waitingFor: "paused ", picture).isEmpty)
      #expect(!terminal.type("f", waitingFor: "paused ").isEmpty)
      for step in [".", ",", "."] { #expect(terminal.type(step, untilItShows: picture)) }
      #expect(!terminal.type(" ", waitingFor: "playing ").isEmpty)
      terminal.type("q")
      let ending = terminal.ending()
      #expect(ending.exit == 0)
      // The screen is given back with its cursor.
      #expect(ending.errors.contains("\u{1B}[?1049h") && ending.errors.contains("\u{1B}[?25h\u{1B}[?1049l"))
      #expect(ending.errors.contains("\u{1B}[38;2;") && ending.errors.contains("|"))
    }
  }

  @Test func `pictures are not written where there is no terminal, or one that is a typewriter`() async throws {
    try await bounded {
      let arguments = ["play", Files.fixture("h264-vfr.mov"), "--terminal"]
      let typewriter = try TerminalCommand(arguments, in: folder, environment: ["TERM": "dumb"])
      defer { typewriter.close() }
      for ending in [try Command(arguments, in: folder).ending(), typewriter.ending()] {
        #expect(ending.exit == 64 && !ending.errors.contains("▀"))
        #expect(ending.errors.contains("--terminal needs a terminal: the standard error is not one, or TERM is 'dumb'"))
      }
    }
  }

  @Test func `a single picture is shown for the duration that is asked for, or until it is ended`() async throws {
    try await bounded {
      try Tool.ffmpeg.run([
        "-v", "error", "-i", Files.fixture("h264-one-frame.mov"), "-frames:v", "1", folder.path("picture.png"),
      ])
      for picture in [Files.fixture("h264-one-frame.mov"), folder.path("picture.png")] {
        // Its own time would be over before the keys are pressed where the machine is busy.
        let terminal = try TerminalCommand(["play", picture, "--terminal", "--json", "--duration", "600"], in: folder)
        defer { terminal.close() }
        terminal.waitUntilItShows("▀")
        for (key, text) in [(" ", "paused "), (" ", "playing ")] {
          let former = terminal.shown
          terminal.type(key)
          terminal.waitUntilItShows(text, after: former)
        }
        terminal.type("q")
        let ending = terminal.ending()
        #expect(ending.exit == 0 && ending.output.contains(#""complete":false"#), "\(ending.output)")
        let short = try TerminalCommand(
          ["play", picture, "--terminal", "--json", "--duration", "0.3"], in: folder)
        defer { short.close() }
        #expect(short.ending().output.contains(#""complete":true"#))
      }
    }
  }

  // MARK: Media that are not played as a whole

  /// A fixture with some of its boxes under names that nobody knows.
  private func film(_ fixture: String, without boxes: [String], onlyFirst: Bool = false) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: Files.fixture(fixture)))
    for box in boxes {
      // The file type has codes of codecs, too.
      var rest = (bytes.range(of: Data("stsd".utf8))?.lowerBound ?? 0)..<bytes.endIndex
      while let found = bytes.range(of: Data(box.utf8), in: rest) {
        bytes.replaceSubrange(found, with: Data("xx\(box.suffix(2))".utf8))
        rest = onlyFirst ? bytes.endIndex..<bytes.endIndex : found.upperBound..<bytes.endIndex
      }
    }
    try bytes.write(to: folder.file("film.mp4"))
    return folder.path("film.mp4")
  }

  @Test func `tracks without a decoder are named`() async throws {
    try await bounded {
      let sound = try Command(
        ["play", film("h264-aac-small.mp4", without: ["avc1"]), "--json"], in: folder,
        prelude: "export AVWRITE_SOUND=virtual; "
      ).ending()
      #expect(sound.exit == 0)
      #expect(sound.errors.contains("no decoder for the pictures (xxc1): playing only the sound"), "\(sound.errors)")
      let arguments = ["play", try film("h264-aac-small.mp4", without: ["mp4a", "esds"]), "--terminal", "--json"]
      let pictures = try TerminalCommand(arguments, in: folder, environment: ["AVWRITE_SOUND": "virtual"])
      defer { pictures.close() }
      let ending = pictures.ending()
      #expect(ending.exit == 0)
      #expect(ending.errors.contains("no decoder for the sound (xx4a): playing only the pictures"))
      #expect(!ending.output.contains(#""sound":"#))
      let nothing = try Command(
        ["play", film("h264-aac-small.mp4", without: ["avc1", "mp4a", "esds"])], in: folder
      ).ending()
      #expect(nothing.exit == 69)
      #expect(
        nothing.errors.contains("no decoder for the pictures (xxc1), and no decoder for the sound (xx4a)"),
        "\(nothing.errors)")
    }
  }

  @Test func `the start tells of the tracks that play`() async throws {
    try await bounded {
      let film = try film("h264-two-audio.mp4", without: ["mp4a", "esds"], onlyFirst: true)
      let terminal = try TerminalCommand(
        ["play", film, "--terminal", "--json", "--duration", "0.2"], in: folder,
        environment: ["AVWRITE_SOUND": "virtual"])
      defer { terminal.close() }
      let start = try #require(terminal.ending().output.split(separator: "\n").first)
      #expect(start.contains(#""codec":"aac ","sample_rate":44100"#), "\(start)")
    }
  }

  // MARK: Media on servers

  @Test func `what has not come from a server yet is waited for`() async throws {
    try await bounded {
      let media = try TemporaryFolder()
      let film = media.path("film.mov")
      try Tool.ffmpeg.run([
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25", "-t", "4", "-c:v", "libx264", "-preset",
        "ultrafast", "-movflags", "+faststart", film,
      ])
      let size = try #require(FileManager.default.attributesOfItem(atPath: film)[.size] as? Int)
      let server = try MediaServer(URL(fileURLWithPath: media.path), manner: .held(size * 2 / 5..<size))
      let terminal = try TerminalCommand(
        ["play", server.url("film.mov").absoluteString, "--terminal", "--json"], in: folder)
      defer { terminal.close() }
      terminal.waitUntilItShows("playing ")
      terminal.waitUntilItShows("waiting ")
      // What the terminal shows at once the events tell four times a second.
      Thread.sleep(forTimeInterval: 0.6)
      terminal.type("q")
      let ending = terminal.ending()
      #expect(ending.exit == 0, "\(ending.errors.suffix(200))")
      let schema = try Schema("playback")
      for line in ending.output.split(separator: "\n") { #expect(try schema.problems(with: String(line)) == []) }
      #expect(ending.output.contains(#""state":"waiting""#))
      withExtendedLifetime(server) {}
    }
  }
}
