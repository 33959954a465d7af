internal import AVWritePipeline
internal import ArgumentParser

extension CompletionKind {
  /// The names of the presets there are, the user's own included: asked for when a shell completes.
  static var presets: CompletionKind {
    .custom { _, _, _ in PresetCatalog().all().presets.map(\.name) }
  }
}
