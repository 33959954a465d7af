import Foundation
import TestSupport
import Testing

/// A batch on a terminal, which `script` of util-linux makes.
@Suite struct BatchTerminalTests {
  @Test func `each running job has a line, the total has one, and all go at the end`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Files.fixture("speech.wav"), toPath: folder.path("a.wav"))
    // The first job waits for its input until the overview was drawn.
    let script = """
      mkfifo waiting.wav; : >screen
      script -qec "env TERM=xterm '$0' batch waiting.wav a.wav --output-dir out --format mp3 --workers 2" /dev/null |
        tee screen &
      until grep -q 'of 2 files' screen || ! kill -0 $!; do sleep 0.05; done
      cat a.wav >waiting.wav
      wait
      """
    let ending = try Command(["-c", script, Tool.avwrite.path ?? ""], of: "/bin/sh", in: folder).ending()
    let screens = ending.output.components(separatedBy: "\u{1B}[J")
    #expect(screens.count > 1, "\(ending)")
    #expect(screens[0].contains("waiting.wav") && screens[0].contains("of 2 files"), "\(screens[0])")
    #expect(screens.last?.hasPrefix("2 files, 2 done, ") == true, "\(ending.output)")
    #expect(Files.names(in: folder.file("out")) == ["a.mp3", "waiting.mp3"])
  }
}
