internal import AVWritePipeline
internal import ArgumentParser

/// The naming of a batch's outputs.
struct BatchOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Folder for the outputs. Subfolders are kept, counted from the longest folder that all inputs share. (default: "
        + "each output beside its input)", valueName: "FOLDER"), completion: .directory)
  var outputDir: String?

  @Option(help: ArgumentHelp("Text to add to each output's name, before the extension.", valueName: "TEXT"))
  var suffix = ""

  @Flag(help: "Keep the input's extension before the output's: a.wav becomes a.wav.m4a.")
  var keepExtension = false

  func validate() throws {
    if suffix.contains("/") {
      throw ValidationError("--suffix contains a slash: it is part of a file's name, not of a path.")
    }
    if outputDir?.isEmpty == true { throw ValidationError("--output-dir is empty: give the name of a folder.") }
    if (outputDir ?? "").hasRawBytes || suffix.hasRawBytes {
      throw ValidationError("--output-dir and --suffix must be UTF-8 text.")
    }
  }

  var naming: OutputNaming { OutputNaming(folder: outputDir, suffix: suffix, keepsExtension: keepExtension) }
}
