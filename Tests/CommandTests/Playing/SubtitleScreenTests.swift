import Foundation
import TestSupport
import Testing

/// Subtitles of `avwrite play`, on a screen in memory and in a terminal.
@Suite struct SubtitleScreenTests {
  let folder: TemporaryFolder

  private static let (width, height) = (320, 180)

  init() throws { folder = try TemporaryFolder() }

  private static func canDraw() -> Bool {
    let library = dlopen("libass.so.9", RTLD_LAZY)
    if library == nil { print("skipped: libass is not installed, so subtitles cannot be drawn") }
    return library != nil && XServer.isInstalled(for: "no subtitles are photographed")
  }

  /// A grey picture for a minute, with two tracks of subtitles of which the second has other lines.
  private func clip() throws -> String {
    func cue(_ text: String) -> String { "1\n00:00:00,000 --> 00:01:00,000\n\(text)\n\n" }
    let (first, second) = (
      try folder.write(cue("Time"), to: "one.srt"), try folder.write(cue("Time\nand\nTime"), to: "two.srt")
    )
    let path = folder.path("film.mkv")
    try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=gray:s=\(Self.width)x\(Self.height):r=10:d=60", "-i", first, "-i",
      second,
      "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-preset", "ultrafast", "-c:s", "srt", path,
    ])
    return path
  }

  /// The rows of the screen's middle that have white in them.
  private func whiteRows(_ server: XServer) throws -> [Int] {
    let bytes = try server.photograph(width: Self.width, height: Self.height)
    return (0..<Self.height).filter { row in
      (0..<Self.width).contains { column in
        let index = (row * Self.width + column) * 4
        return bytes[index..<(index + 3)].allSatisfy { $0 > 190 }
      }
    }
  }

  /// Photographs until the white is as expected.
  private func wait(_ server: XServer, until isExpected: ([Int]) -> Bool) throws -> [Int] {
    let deadline = Date(timeIntervalSinceNow: hangLimit)
    var rows: [Int] = []
    // What the server has drawn is told by nobody.
    repeat { rows = try whiteRows(server) } while !isExpected(rows) && Date() < deadline
    return rows
  }

  @Test func `subtitles are seen in the window, and the key v shows the next, or none`() async throws {
    guard Self.canDraw() else { return }
    try await bounded {
      let server = try XServer()
      let terminal = try TerminalCommand(
        ["play", try clip()], in: folder,
        environment: [
          "DISPLAY": server.display, "SDL_VIDEODRIVER": "", "WAYLAND_DISPLAY": "", "AVWRITE_SOUND": "virtual",
        ])
      defer { terminal.close() }
      let one = try wait(server) { !$0.isEmpty }
      #expect(!one.isEmpty && one.allSatisfy { $0 > Self.height * 2 / 3 })
      terminal.waitUntilItShows("subtitles 1")
      terminal.type("v")
      terminal.waitUntilItShows("subtitles 2")
      let two = try wait(server) { $0.count > one.count * 2 }
      #expect(two.count > one.count * 2 && two.min() ?? 0 < one.min() ?? 0, "\(one.count) rows, and then \(two.count)")
      terminal.type("v")
      #expect(try wait(server) { $0.isEmpty } == [], "behind the last there are none")
      terminal.type("v")
      #expect(try wait(server) { $0 == one } == one)
      terminal.type("q")
      #expect(terminal.ending().exit == 0)
    }
  }

  @Test(arguments: ["libass is not installed", "there are no fonts"])
  func `without libass or fonts a film plays, and that is said`(reason: String) async throws {
    guard Self.canDraw() else { return }
    try await bounded {
      let server = try XServer()
      // What is found first is no library; what is configured names no fonts.
      _ = try folder.write("no library", to: "libass.so.9")
      let fonts = try folder.write("<?xml version=\"1.0\"?><fontconfig></fontconfig>", to: "fonts.conf")
      let variable = reason.contains("libass") ? "LD_LIBRARY_PATH='\(folder.path)'" : "FONTCONFIG_FILE='\(fonts)'"
      let command = try Command(
        ["play", Files.fixture("h264-flac-srt.mkv"), "--json"], in: folder,
        prelude:
          "export \(variable) DISPLAY=\(server.display) SDL_VIDEODRIVER= WAYLAND_DISPLAY= AVWRITE_SOUND=virtual; ")
      let ending = command.ending()
      #expect(ending.exit == 0)
      #expect(ending.errors.contains("subtitles cannot be drawn: \(reason)"), "\(ending.errors)")
      #expect(ending.output.contains("\"complete\":true") && ending.output.contains("\"subtitles\":1"))
      let schema = try Schema("playback")
      for line in ending.output.split(separator: "\n") { #expect(try schema.problems(with: String(line)) == []) }
    }
  }

  @Test func `in a terminal without graphics subtitles are written over the pictures`() async throws {
    try await bounded {
      let terminal = try TerminalCommand(
        ["play", Files.fixture("h264-flac-srt.mkv"), "--terminal", "--loop", "inf"], in: folder,
        environment: ["AVWRITE_SOUND": "virtual", "COLORTERM": "truecolor"])
      defer { terminal.close() }
      // It may be broken into lines.
      terminal.waitUntilItShows("[97;40mEvery picture")
      terminal.type("q")
      let ending = terminal.ending()
      #expect(ending.exit == 0 && ending.errors.contains("[97;40mEvery picture"))
      #expect(!ending.errors.contains("subtitles cannot be drawn"))
    }
  }
}
