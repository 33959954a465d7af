import Foundation
import TestSupport
import Testing

/// Batches as shells start them, with names that shells make difficult. No input is lost.
@Suite struct BatchShellTests {
  let folder: TemporaryFolder

  /// Names as bash spells them: one is no UTF-8.
  private static let names = [
    "a b.wav", #"quote'd"$x`y.wav"#, #"back\slash.wav"#, "-dash.wav", "line\nbreak.wav", "*.wav", "é日.wav", "%d.wav",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: false)
    for name in Self.names {
      try FileManager.default.copyItem(atPath: Files.fixture("speech.wav"), toPath: folder.path("in/" + name))
    }
    #expect(try shell(#"cp in/-dash.wav "$(printf 'in/caf\351.wav')""#).exit == 0)
  }

  /// Runs a script in which `$avwrite` is the command, and `$options` are those of the batches.
  private func shell(_ script: String) throws -> Command.Ending {
    let variables = "export avwrite=$0 options='--output-dir out --format mp3 -q'; "
    return try Command(["-c", variables + script, Tool.avwrite.path ?? ""], of: "/bin/bash", in: folder).ending()
  }

  private var made: Set<String> { Set(Files.names(in: folder.file("out")).map { ($0 as NSString).lastPathComponent }) }

  private static let all = Set((names + ["caf%E9.wav"]).map { $0.replacingOccurrences(of: ".wav", with: ".mp3") })

  @Test(arguments: [
    "$avwrite batch in $options",
    "$avwrite batch 'in/*' $options",
    "cd in; $avwrite batch $options --output-dir ../out -- *.wav",
    "find in -name '*.wav' -print0 | $avwrite batch --from - -0 $options",
    "find in -name '*.wav' -print0 >list; $avwrite batch --from list --null $options",
    "find in -name '*.wav' -print0 | xargs -0 $avwrite batch $options",
    #"find in -name '*.wav' -print0 | while IFS= read -r -d '' f; do $avwrite batch $options "$f" || exit; done"#,
    "env -i $avwrite batch in $options",
    "nohup $avwrite batch in $options <&- >log 2>&1 & wait $!",
  ])
  func `every input is made, whatever its name`(script: String) throws {
    let ending = try shell(script)
    #expect(ending.exit == 0, "\(ending.errors)")
    #expect(made == Self.all)
  }

  @Test func `a batch in a loop over lines leaves the loop's input alone`() throws {
    let script = """
      printf '%s\\n' one two three | while read -r line; do
        $avwrite batch in/-dash.wav --output-dir "out/$line" --format mp3 -q; echo "$line"
      done
      """
    #expect(try shell(script).output == "one\ntwo\nthree\n")
  }

  @Test func `a name that is no text is spelled in messages and in JSON`() throws {
    let ending = try shell(#"printf 'in/no\351.wav\n' | $avwrite batch --from - --json"#)
    #expect(ending.exit == 1)
    #expect(ending.errors.contains(#"job 1: in/no\xe9.wav: no such file"#), "\(ending.errors)")
    #expect(ending.output.contains(#""input": "in/no\\xe9.wav""#), "\(ending.output)")
    #expect(try Schema("event").problems(with: ending.output) == [])
  }
}
