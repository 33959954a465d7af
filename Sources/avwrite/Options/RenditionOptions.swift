internal import AVWritePipeline
internal import ArgumentParser

/// One output and what is wanted of it.
protocol RenditionOptions: SettingsOptions {
  var output: String { get }
  var force: Bool { get }
}

extension RenditionOptions {
  /// - Throws: `JobError` of exit 64 or 78.
  func rendition() throws(JobError) -> Rendition {
    var rendition = Rendition(output: output, settings: try settings(for: output))
    rendition.replaces = force
    rendition.options = optionNames
    return rendition
  }

  /// - Throws: `ValidationError`.
  func requireOutput() throws {
    if output.isEmpty { throw ValidationError("OUT is the name of a file.") }
  }
}
