internal import AVWritePipeline
internal import ArgumentParser

/// The naming of a batch's outputs.
struct BatchOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write below this folder, in folders as those of the inputs below the one that all share. (default: each output "
        + "beside its input)",
      valueName: "FOLDER"), completion: .directory)
  var outputDir: String?

  @Option(help: ArgumentHelp("Put this behind each output's name, before the extension.", valueName: "TEXT"))
  var suffix = ""

  @Flag(help: "Keep the input's extension in front of the output's: a.wav.m4a.")
  var keepExtension = false

  func validate() throws {
    if suffix.contains("/") { throw ValidationError("--suffix is a part of a file's name.") }
    if outputDir?.isEmpty == true { throw ValidationError("--output-dir is the name of a folder.") }
    if (outputDir ?? "").hasRawBytes || suffix.hasRawBytes {
      throw ValidationError("Outputs have names in UTF-8.")
    }
  }

  var naming: OutputNaming { OutputNaming(folder: outputDir, suffix: suffix, keepsExtension: keepExtension) }
}
