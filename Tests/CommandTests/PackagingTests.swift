import Foundation
import TestSupport
import Testing

/// What is made of the commands for shells and manuals.
@Suite struct PackagingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completion scripts are of their shell`(shell: String) throws {
    let script = try Command.run("--generate-completion-script", shell, in: folder)
    #expect(script.exit == 0)
    #expect(script.output.contains("--video-codec") || script.output.contains("video-codec"))
    let path = try folder.write(script.output, to: "script")
    guard let program = ["/bin", "/usr/bin"].map({ "\($0)/\(shell)" }).first(where: isExecutable) else {
      print("skipped: \(shell) is not installed, so its completion script is not looked at")
      return
    }
    let result = try Command(["-n", path], of: program, in: folder).ending()
    #expect(result.exit == 0 && result.errors.isEmpty, "\(result)")
  }

  @Test func `bash completes the names of presets`() throws {
    let script = try Command.run("--generate-completion-script", "bash", in: folder)
    try folder.write(script.output, to: "script")
    try linkCommand()
    let complete = """
      PATH=$PWD:$PATH; . ./script; COMP_WORDS=(avwrite presets web-); COMP_CWORD=2; COMP_LINE='avwrite presets web-'
      COMP_POINT=${#COMP_LINE}; _avwrite avwrite web- presets; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try Command(["-c", complete], of: "/bin/bash", in: folder).ending()
    let names = result.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(names == ["web-1080p", "web-720p", "web-480p"], "\(result)")
  }

  @Test func `zsh completes commands and the names of presets`() throws {
    guard isExecutable("/usr/bin/zsh") else { return print("skipped: zsh is not installed, so it completes nothing") }
    let script = try Command.run("--generate-completion-script", "zsh", in: folder)
    try folder.write(script.output, to: "_avwrite")
    try linkCommand()
    // Completion is of a terminal, which zsh makes itself; a pattern that never comes ends with `timeout`.
    let driver = """
      zmodload zsh/zpty; zpty shell zsh -f -i
      zpty -w shell "path=($PWD \\$path) fpath=($PWD \\$fpath); autoload -U compinit; compinit -u -D; print rea''dy"
      zpty -r shell answer '*ready*'
      zpty -n -w shell $'avwrite tran\\t'; zpty -r shell answer '*transcode*' && print command
      zpty -n -w shell $'\\025avwrite presets web-\\t\\t'; zpty -r shell answer '*web-480p*' && print preset
      """
    let result = try Command(["60", "/usr/bin/zsh", "-fc", driver], of: "/usr/bin/timeout", in: folder).ending()
    #expect(result.output.hasSuffix("command\npreset\n"), "\(result)")
  }

  @Test func `fish completes commands and values`() throws {
    guard isExecutable("/usr/bin/fish") else { return print("skipped: fish is not installed, so it completes nothing") }
    let script = try Command.run("--generate-completion-script", "fish", in: folder)
    try folder.write(script.output, to: "avwrite.fish")
    try linkCommand()
    // Values that the command itself tells need a terminal.
    let driver = """
      set PATH $PWD $PATH; source avwrite.fish
      complete -C 'avwrite tran'; complete -C 'avwrite transcode --video-codec p'; complete -C 'avwrite batch --output-d'
      """
    let result = try Command(["--no-config", "-c", driver], of: "/usr/bin/fish", in: folder).ending()
    let words = result.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(words == ["transcode", "prores", "--output-dir"], "\(result)")
  }

  private func linkCommand() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("avwrite"), withDestinationPath: Tool.avwrite.path ?? "")
  }

  @Test func `the manual page is made without a complaint, and names every command and option`() throws {
    guard Tool.python3.isInstalled(for: "the manual page is not made") else { return }
    let script = Files.root.appendingPathComponent("scripts/manual").path
    let page = try Tool.python3.run([script, Tool.avwrite.path ?? ""]).text
    for word in ["\\fB\\-\\-video\\-codec\\fR", ".SS transcode", ".SS explain", "E_DISK_FULL", ".SH EXIT STATUS"] {
      #expect(page.contains(word), "\(word)")
    }
    guard isExecutable("/usr/bin/groff") else {
      print("skipped: groff is not installed, so the manual page is not set")
      return
    }
    let path = try folder.write(page, to: "avwrite.1")
    let result = try Command(["-man", "-ww", "-Tutf8", "-z", path], of: "/usr/bin/groff", in: folder).ending()
    #expect(result.exit == 0 && result.errors.isEmpty, "\(result)")
  }

  /// Presets can say what options can, and no more: a new option is a new setting.
  @Test func `options about an output are the settings`() throws {
    let help = try JSONDecoder().decode(
      Help.self, from: Data(try Command.run("--experimental-dump-help", in: folder).output.utf8))
    let transcode = try #require(help.command.subcommands?.first { $0.commandName == "transcode" })
    let sections: Set = ["Video", "Audio", "Tracks", "Metadata", "Requirements", "File"]
    let options = (transcode.arguments ?? []).filter { sections.contains($0.sectionTitle ?? "") }
      .compactMap { $0.names?.first?.name }.filter { !$0.hasPrefix("no-") }
    let file = Files.root.appendingPathComponent("Sources/AVWritePipeline/Schemas/settings.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    #expect(Set(options) == Set((schema?["properties"] as? [String: Any] ?? [:]).keys))
  }

  private struct Help: Decodable {
    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
      var arguments: [Argument]?
    }
    struct Argument: Decodable {
      struct Name: Decodable { var name: String }

      var names: [Name]?
      var sectionTitle: String?
    }

    var command: Command
  }

  private func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
