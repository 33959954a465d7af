internal import AVWritePipeline
internal import ArgumentParser

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "Lists the presets, or prints one as a file of settings.",
    discussion: """
      Your own presets are files NAME.yaml in ~/.config/avwrite; presets of HandBrake are .json files there. To make \
      one, print a preset, change it, and save it there:

      avwrite presets web-720p > ~/.config/avwrite/mine.yaml

      Apple's names work too, in full (AVAssetExportPreset1280x720) and as avconvert takes them (Preset1280x720).
      """)

  @Argument(
    help: ArgumentHelp("Preset to print. (default: list all)", valueName: "NAME"), completion: .presets)
  var name: String?

  @Flag(help: "Print one JSON document.")
  var json = false

  func run() throws {
    do throws(JobError) {
      let catalog = PresetCatalog()
      guard let name else { return list(catalog) }
      let preset = try catalog.preset(named: name)
      Console.write(data: json ? [preset].document : preset.text)
    } catch {
      Console.complain(error)
      throw ExitCode(error.exit.code)
    }
  }

  private func list(_ catalog: PresetCatalog) {
    let (presets, problems) = catalog.all()
    json ? Console.write(data: presets.document) : Console.write(presets.text)
    for problem in problems { Console.warn("\(problem)") }
  }
}
