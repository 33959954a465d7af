internal import AVWritePipeline
internal import ArgumentParser

/// One output and what is wanted of it: the command's own, and what stands behind each `--also`.
struct RenditionOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The file to write; its extension names the container. '-' is the standard output, with --format.",
      valueName: "OUT"), completion: .file())
  var output: String

  @OptionGroup var settings: SettingsOptions

  @Flag(help: "Replace OUT if it exists.")
  var force = false

  func validate() throws {
    if output.isEmpty { throw ValidationError("OUT is the name of a file.") }
  }

  /// - Throws: `JobError` of exit 64 or 78.
  func rendition() throws(JobError) -> Rendition {
    var rendition = Rendition(output: output, settings: try settings.settings(for: output))
    rendition.replaces = force
    return rendition
  }
}

extension RenditionOptions {
  /// The renditions in what stands behind the first `--also`: each an OUT with options of its own.
  ///
  /// - Throws: `ValidationError`.
  static func renditions(in arguments: [String]) throws -> [RenditionOptions] {
    guard !arguments.isEmpty else { return [] }
    return try arguments.split(separator: "--also", omittingEmptySubsequences: false).map { part in
      do {
        return try parse(Array(part))
      } catch {
        throw ValidationError("--also \(part.first ?? "OUT"): \(message(for: error))")
      }
    }
  }
}
