internal import AVWritePipeline
internal import ArgumentParser

/// The options of one output.
protocol RenditionOptions: SettingsOptions {
  var output: String { get }
}

extension RenditionOptions {
  /// Returns the rendition that the options describe.
  ///
  /// - Throws: `JobError` of exit 64 or 78.
  func rendition() throws(JobError) -> Rendition { try rendition(to: output) }

  /// Checks that the output has a name.
  ///
  /// - Throws: `ValidationError`.
  func requireOutput() throws {
    if output.isEmpty { throw ValidationError("OUT is empty: give the name of a file.") }
  }
}
