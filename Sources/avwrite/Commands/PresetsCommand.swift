internal import AVWritePipeline
internal import ArgumentParser

struct PresetsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "presets",
    abstract: "Lists the presets, or shows one as a file of settings.",
    discussion: """
      A file NAME.yaml in ~/.config/avwrite is a preset too, and a file .json there has HandBrake's. What is shown of one \
      can be changed and kept as such a file:

      avwrite presets web-720p > ~/.config/avwrite/mine.yaml

      Apple's names are known whole, and as avconvert takes them (Preset1280x720).
      """)

  @Argument(
    help: ArgumentHelp("The preset to show. (default: a line for each)", valueName: "NAME"), completion: .presets)
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
